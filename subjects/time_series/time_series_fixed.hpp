// SPDX-License-Identifier: Apache-2.0
// Values over time, kept in the order of their periods: the fixed twin of time_series.hpp.
//
// add() holds the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace chart {

struct TimeSeriesItem {
  long period = 0;
  double value = 0;
  bool operator==(const TimeSeriesItem&) const = default;
};

class TimeSeries {
public:
  explicit TimeSeries(std::string name) : name_(std::move(name)) {}
  TimeSeries(const TimeSeries&) = delete;
  TimeSeries& operator=(const TimeSeries&) = delete;

  // A period that is there already is refused.
  void add(long period, double value) {
    std::lock_guard lock(mutex_);
    const std::size_t count = items_.size();
    if (count == 0 || items_.at(count - 1).period < period) {
      items_.push_back({period, value});
      return;
    }
    const std::size_t place = placeOf(period);
    if (items_.at(place).period == period)
      throw std::invalid_argument("TimeSeries: the period is there already");
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(place), {period, value});
  }

  // Changes the value of a period that is there.
  void update(long period, double value) {
    std::lock_guard lock(mutex_);
    const std::size_t place = placeOf(period);
    if (place == items_.size() || items_[place].period != period)
      throw std::invalid_argument("TimeSeries: no such period");
    items_[place].value = value;
  }

  // Changes the value of a period, or adds it; returns the value that was there.
  std::optional<double> addOrUpdate(long period, double value) {
    std::lock_guard lock(mutex_);
    const std::size_t place = placeOf(period);
    if (place < items_.size() && items_[place].period == period)
      return std::exchange(items_[place].value, value);
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(place), {period, value});
    return std::nullopt;
  }

  bool remove(long period) {
    std::lock_guard lock(mutex_);
    return std::erase_if(items_, [period](const auto& item) { return item.period == period; }) > 0;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    items_.clear();
  }

  // Removes the items before a period.
  std::size_t removeBefore(long period) {
    std::lock_guard lock(mutex_);
    return std::erase_if(items_, [period](const auto& item) { return item.period < period; });
  }

  std::size_t itemCount() const {
    std::lock_guard lock(mutex_);
    return items_.size();
  }

  bool isEmpty() const {
    std::lock_guard lock(mutex_);
    return items_.empty();
  }

  TimeSeriesItem item(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return items_.at(index);
  }

  long period(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return items_.at(index).period;
  }

  double value(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return items_.at(index).value;
  }

  std::optional<double> valueOf(long period) const {
    std::lock_guard lock(mutex_);
    const std::size_t place = placeOf(period);
    if (place == items_.size() || items_[place].period != period)
      return std::nullopt;
    return items_[place].value;
  }

  // The place of a period; -1: it is not there.
  long index(long period) const {
    std::lock_guard lock(mutex_);
    const std::size_t place = placeOf(period);
    return place < items_.size() && items_[place].period == period ? static_cast<long>(place) : -1;
  }

  std::vector<long> periods() const {
    std::lock_guard lock(mutex_);
    std::vector<long> periods;
    for (const TimeSeriesItem& item : items_)
      periods.push_back(item.period);
    return periods;
  }

  std::vector<TimeSeriesItem> items() const {
    std::lock_guard lock(mutex_);
    return items_;
  }

  long nextPeriod() const {
    std::lock_guard lock(mutex_);
    return items_.empty() ? 0 : items_.back().period / kStep + 1;
  }

  double minimum() const {
    std::lock_guard lock(mutex_);
    double least = 0;
    for (const TimeSeriesItem& item : items_)
      least = std::min(least, item.value);
    return least;
  }

  double maximum() const {
    std::lock_guard lock(mutex_);
    double most = 0;
    for (const TimeSeriesItem& item : items_)
      most = std::max(most, item.value);
    return most;
  }

  double sum() const {
    std::lock_guard lock(mutex_);
    double total = 0;
    for (const TimeSeriesItem& item : items_)
      total += item.value;
    return total;
  }

  std::string name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }

  void setName(std::string name) {
    std::lock_guard lock(mutex_);
    name_ = std::move(name);
  }

  // How many items may be held; more are dropped by trim(), the oldest first.
  std::size_t maximumItemCount() const {
    std::lock_guard lock(mutex_);
    return maximumItemCount_;
  }

  void setMaximumItemCount(std::size_t count) {
    std::lock_guard lock(mutex_);
    maximumItemCount_ = count;
  }

  void trim() {
    std::lock_guard lock(mutex_);
    if (items_.size() > maximumItemCount_)
      items_.erase(items_.begin(), items_.end() - static_cast<std::ptrdiff_t>(maximumItemCount_));
  }

  long historyCount() const {
    std::lock_guard lock(mutex_);
    return historyCount_;
  }

  void setHistoryCount(long periods) {
    std::lock_guard lock(mutex_);
    historyCount_ = periods;
  }

  std::string domainDescription() const {
    std::lock_guard lock(mutex_);
    return domainDescription_;
  }

  void setDomainDescription(std::string domainDescription) {
    std::lock_guard lock(mutex_);
    domainDescription_ = std::move(domainDescription);
  }

  std::string rangeDescription() const {
    std::lock_guard lock(mutex_);
    return rangeDescription_;
  }

  void setRangeDescription(std::string rangeDescription) {
    std::lock_guard lock(mutex_);
    rangeDescription_ = std::move(rangeDescription);
  }

  std::string description() const {
    std::lock_guard lock(mutex_);
    return description_;
  }

  void setDescription(std::string description) {
    std::lock_guard lock(mutex_);
    description_ = std::move(description);
  }

  bool isNotify() const {
    std::lock_guard lock(mutex_);
    return notify_;
  }

  void setNotify(bool notify) {
    std::lock_guard lock(mutex_);
    notify_ = notify;
  }

  static long periodOfHour(long hour) { return hour / kStep; }
  static long firstHourOf(long period) { return period > kMost / kStep ? kMost : period * kStep; }
  static bool isBefore(const TimeSeriesItem& first, const TimeSeriesItem& second) {
    return first.period < second.period;
  }
  static std::string periodName() { return "Day"; }

private:
  static constexpr long kStep = 24;
  static constexpr long kMost = 1L << 40;

  // Of the first item that is not before the period.
  std::size_t placeOf(long period) const {
    std::size_t low = 0;
    std::size_t high = items_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (items_.at(middle).period < period)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  mutable std::mutex mutex_;
  std::string name_;
  std::vector<TimeSeriesItem> items_; // by period
  std::size_t maximumItemCount_ = 100;
  long historyCount_ = 0;
  std::string domainDescription_ = "time";
  std::string rangeDescription_ = "value";
  std::string description_;
  bool notify_ = true;
};

} // namespace chart
