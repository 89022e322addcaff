// SPDX-License-Identifier: Apache-2.0
// The axis of a chart, after NumberAxis of JFreeChart 0.9.12 (bug 806667).
//
// Fault: centerRange() asks for the range three times: for its centre, its lower and its upper bound. When the
// range is set in between, the bounds belong to different ranges.
// Fails: centerRange(value) | setRange(lower, upper), with std::invalid_argument: the lower bound is above
// the upper one. Each single access is locked.
#pragma once

#include <string>

#include "../chart/tick_axis.hpp"

namespace chart {

// An interval; the lower bound is never above the upper one.
class Range {
public:
  Range(double lower, double upper);

  double lowerBound() const { return lower_; }
  double upperBound() const { return upper_; }
  double length() const { return upper_ - lower_; }
  double centralValue() const { return lower_ + (upper_ - lower_) / 2; }
  bool contains(double value) const { return value >= lower_ && value <= upper_; }
  bool operator==(const Range&) const = default;

private:
  double lower_;
  double upper_;
};

class NumberAxis : public TickAxis {
public:
  explicit NumberAxis(std::string label);

  std::string label() const;
  void setLabel(std::string label);

  Range range() const;
  void setRange(const Range& range);
  void setRange(double lower, double upper);
  void setLowerBound(double lower);
  void setUpperBound(double upper);

  // Moves the range, without changing its length, so that the value is in its centre.
  void centerRange(double value);

  // Changes the length of the range by a factor; its centre stays.
  void resizeRange(double factor);

  bool isAutoRange() const;
  void setAutoRange(bool automatic);
  bool autoRangeIncludesZero() const;
  void setAutoRangeIncludesZero(bool includes);

  double lowerMargin() const;
  void setLowerMargin(double margin);
  double upperMargin() const;
  void setUpperMargin(double margin);

  bool isInverted() const;
  void setInverted(bool inverted);
  bool isTickMarksVisible() const;
  void setTickMarksVisible(bool visible);
  double tickUnit() const;
  void setTickUnit(double unit);

  // Where a value is on an axis of `pixels` pixels.
  double valueToPixel(double value, double pixels) const;
  int visibleTicks() const;

private:
  std::string label_;
  Range range_{0, 1};
  bool autoRange_ = true;
  bool includesZero_ = true;
  double lowerMargin_ = 0.05;
  double upperMargin_ = 0.05;
  bool inverted_ = false;
  bool tickMarksVisible_ = true;
  double tickUnit_ = 1;
};

} // namespace chart
