// SPDX-License-Identifier: Apache-2.0
// A series of points with listeners: the fixed twin of xy_series.hpp.
//
// The list of listeners has a lock of its own. Listeners are called without it, so that they may add others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace chart {

// Must be safe to call from several threads.
class SeriesChangeListener {
public:
  virtual ~SeriesChangeListener() = default;
  virtual void seriesChanged(const std::string& series) = 0;
};

struct XYPoint {
  double x = 0;
  double y = 0;
  bool operator==(const XYPoint&) const = default;
};

class XYSeries {
public:
  explicit XYSeries(std::string name) : name_(std::move(name)) {}
  XYSeries(const XYSeries&) = delete;
  XYSeries& operator=(const XYSeries&) = delete;

  const std::string& name() const { return name_; }

  // The listener is not owned and must outlive the series.
  void addChangeListener(SeriesChangeListener* listener) {
    if (listener == nullptr)
      throw std::invalid_argument("XYSeries: no listener");
    std::lock_guard lock(listenersMutex_);
    listeners_.push_back(listener);
  }

  void removeChangeListener(SeriesChangeListener* listener) {
    std::lock_guard lock(listenersMutex_);
    std::erase(listeners_, listener);
  }

  // Tells all listeners.
  void fireSeriesChanged() const { notifyListeners(name_); }

  void add(double x, double y) {
    std::lock_guard lock(mutex_);
    points_.push_back({x, y});
  }

  void add(const XYPoint& point) {
    std::lock_guard lock(mutex_);
    points_.push_back(point);
  }

  void addAll(const std::vector<XYPoint>& points) {
    std::lock_guard lock(mutex_);
    points_.insert(points_.end(), points.begin(), points.end());
  }

  XYPoint remove(std::size_t index) {
    std::lock_guard lock(mutex_);
    const XYPoint removed = points_.at(index);
    points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(index));
    return removed;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    points_.clear();
  }

  std::size_t itemCount() const {
    std::lock_guard lock(mutex_);
    return points_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return points_.empty();
  }

  XYPoint point(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return points_.at(index);
  }

  double x(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return points_.at(index).x;
  }

  double y(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return points_.at(index).y;
  }

  void updateY(std::size_t index, double y) {
    std::lock_guard lock(mutex_);
    points_.at(index).y = y;
  }

  // The first place with this x; -1: there is none.
  long indexOf(double x) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_[i].x == x)
        return static_cast<long>(i);
    return -1;
  }

  std::vector<XYPoint> points() const {
    std::lock_guard lock(mutex_);
    return points_;
  }

  void sortByX() {
    std::lock_guard lock(mutex_);
    std::stable_sort(points_.begin(), points_.end(), [](const XYPoint& a, const XYPoint& b) {
      return a.x < b.x;
    });
  }

  double minimumY() const {
    std::lock_guard lock(mutex_);
    double least = 0;
    for (const XYPoint& point : points_)
      least = std::min(least, point.y);
    return least;
  }

  double maximumY() const {
    std::lock_guard lock(mutex_);
    double most = 0;
    for (const XYPoint& point : points_)
      most = std::max(most, point.y);
    return most;
  }

  std::string description() const {
    std::lock_guard lock(mutex_);
    return description_;
  }

  void setDescription(std::string description) {
    std::lock_guard lock(mutex_);
    description_ = std::move(description);
  }

  bool allowsDuplicates() const { return true; }
  bool isSorted() const {
    std::lock_guard lock(mutex_);
    return std::is_sorted(points_.begin(), points_.end(), [](const XYPoint& a, const XYPoint& b) {
      return a.x < b.x;
    });
  }

private:
  void notifyListeners(const std::string& series) const {
    for (SeriesChangeListener* listener : listeners())
      tell(*listener, series);
  }

  std::vector<SeriesChangeListener*> listeners() const {
    std::lock_guard lock(listenersMutex_);
    return listeners_;
  }

  static void tell(SeriesChangeListener& listener, const std::string& series) {
    listener.seriesChanged(series);
  }

  const std::string name_;
  mutable std::mutex listenersMutex_;
  std::vector<SeriesChangeListener*> listeners_;

  mutable std::mutex mutex_;
  std::vector<XYPoint> points_;
  std::string description_;
};

} // namespace chart
