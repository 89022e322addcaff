// SPDX-License-Identifier: Apache-2.0
// An axis of days, after PeriodAxis of JFreeChart 1.0.1 (bug 1452432).
//
// Fault: range() computes both of its bounds through the only calendar of the axis, which remembers the day that it
// was set to and has no lock. In between, another caller sets it to another day, or to half of one.
// Fails: range() | range(), with std::invalid_argument (the lower bound is above the upper one) or with a
// range that never existed.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "../chart/tick_axis.hpp"

namespace chart {

// An interval of hours; the lower bound is never above the upper one.
class HourRange {
public:
  HourRange(long lower, long upper) : lower_(lower), upper_(upper) {
    if (lower > upper)
      throw std::invalid_argument("HourRange: the lower bound is above the upper bound");
  }

  long lowerBound() const { return lower_; }
  long upperBound() const { return upper_; }
  bool operator==(const HourRange&) const = default;

private:
  long lower_;
  long upper_;
};

// A day of the year, both counted from 1; all years have 365 days.
struct DayOfYear {
  int year = 1;
  int day = 1;
  auto operator<=>(const DayOfYear&) const = default;
};

// Turns days into hours, one day at a time.
class Calendar {
public:
  void set(const DayOfYear& date) {
    year_ = date.year;
    day_ = date.day;
  }
  long firstHour() const { return (year_ * kDaysPerYear + day_) * kHoursPerDay; }
  long lastHour() const { return firstHour() + kHoursPerDay - 1; }

private:
  static constexpr long kDaysPerYear = 365;
  static constexpr long kHoursPerDay = 24;

  int year_ = 1;
  int day_ = 1;
};

class PeriodAxis : public TickAxis {
public:
  explicit PeriodAxis(std::string label) : label_(std::move(label)) {}

  std::string label() const {
    std::lock_guard lock(mutex_);
    return label_;
  }

  void setLabel(std::string label) {
    std::lock_guard lock(mutex_);
    label_ = std::move(label);
  }

  // From the first hour of the first day to the last hour of the last one.
  HourRange range() const {
    calendar_.set(first());
    const long lower = calendar_.firstHour();
    calendar_.set(last());
    return HourRange(lower, calendar_.lastHour());
  }

  DayOfYear first() const {
    std::lock_guard lock(mutex_);
    return first_;
  }

  DayOfYear last() const {
    std::lock_guard lock(mutex_);
    return last_;
  }

  void setPeriod(const DayOfYear& first, const DayOfYear& last) {
    if (last < first)
      throw std::invalid_argument("PeriodAxis: the last day is before the first");
    std::lock_guard lock(mutex_);
    first_ = first;
    last_ = last;
    autoRange_ = false;
  }

  bool isAutoRange() const {
    std::lock_guard lock(mutex_);
    return autoRange_;
  }

  void setAutoRange(bool automatic) {
    std::lock_guard lock(mutex_);
    autoRange_ = automatic;
  }

  // Whether a day is on the axis.
  bool covers(const DayOfYear& date) const {
    std::lock_guard lock(mutex_);
    return first_ <= date && date <= last_;
  }

  int autoRangePeriodDays() const {
    std::lock_guard lock(mutex_);
    return autoRangePeriodDays_;
  }

  void setAutoRangePeriodDays(int autoRangePeriodDays) {
    std::lock_guard lock(mutex_);
    autoRangePeriodDays_ = autoRangePeriodDays;
  }

  int majorTickPeriodDays() const {
    std::lock_guard lock(mutex_);
    return majorTickPeriodDays_;
  }

  void setMajorTickPeriodDays(int majorTickPeriodDays) {
    std::lock_guard lock(mutex_);
    majorTickPeriodDays_ = majorTickPeriodDays;
  }

  int minorTickPeriodDays() const {
    std::lock_guard lock(mutex_);
    return minorTickPeriodDays_;
  }

  void setMinorTickPeriodDays(int minorTickPeriodDays) {
    std::lock_guard lock(mutex_);
    minorTickPeriodDays_ = minorTickPeriodDays;
  }

  bool isMinorTicksVisible() const {
    std::lock_guard lock(mutex_);
    return minorTicksVisible_;
  }

  void setMinorTicksVisible(bool minorTicksVisible) {
    std::lock_guard lock(mutex_);
    minorTicksVisible_ = minorTicksVisible;
  }

  std::string timeZone() const {
    std::lock_guard lock(mutex_);
    return timeZone_;
  }

  void setTimeZone(std::string timeZone) {
    std::lock_guard lock(mutex_);
    timeZone_ = std::move(timeZone);
  }

  std::string locale() const {
    std::lock_guard lock(mutex_);
    return locale_;
  }

  void setLocale(std::string locale) {
    std::lock_guard lock(mutex_);
    locale_ = std::move(locale);
  }

  int labelRows() const {
    std::lock_guard lock(mutex_);
    return labelRows_;
  }

  void setLabelRows(int labelRows) {
    std::lock_guard lock(mutex_);
    labelRows_ = labelRows;
  }

  std::string firstRowFormat() const {
    std::lock_guard lock(mutex_);
    return firstRowFormat_;
  }

  void setFirstRowFormat(std::string firstRowFormat) {
    std::lock_guard lock(mutex_);
    firstRowFormat_ = std::move(firstRowFormat);
  }

  std::string secondRowFormat() const {
    std::lock_guard lock(mutex_);
    return secondRowFormat_;
  }

  void setSecondRowFormat(std::string secondRowFormat) {
    std::lock_guard lock(mutex_);
    secondRowFormat_ = std::move(secondRowFormat);
  }

  std::string thirdRowFormat() const {
    std::lock_guard lock(mutex_);
    return thirdRowFormat_;
  }

  void setThirdRowFormat(std::string thirdRowFormat) {
    std::lock_guard lock(mutex_);
    thirdRowFormat_ = std::move(thirdRowFormat);
  }

  bool isRowDividersVisible() const {
    std::lock_guard lock(mutex_);
    return rowDividersVisible_;
  }

  void setRowDividersVisible(bool rowDividersVisible) {
    std::lock_guard lock(mutex_);
    rowDividersVisible_ = rowDividersVisible;
  }

  int rowDividerColour() const {
    std::lock_guard lock(mutex_);
    return rowDividerColour_;
  }

  void setRowDividerColour(int rowDividerColour) {
    std::lock_guard lock(mutex_);
    rowDividerColour_ = rowDividerColour;
  }

  double rowDividerWidth() const {
    std::lock_guard lock(mutex_);
    return rowDividerWidth_;
  }

  void setRowDividerWidth(double rowDividerWidth) {
    std::lock_guard lock(mutex_);
    rowDividerWidth_ = rowDividerWidth;
  }

  double lowerMargin() const {
    std::lock_guard lock(mutex_);
    return lowerMargin_;
  }

  void setLowerMargin(double lowerMargin) {
    std::lock_guard lock(mutex_);
    lowerMargin_ = lowerMargin;
  }

  double upperMargin() const {
    std::lock_guard lock(mutex_);
    return upperMargin_;
  }

  void setUpperMargin(double upperMargin) {
    std::lock_guard lock(mutex_);
    upperMargin_ = upperMargin;
  }

  bool isInverted() const {
    std::lock_guard lock(mutex_);
    return inverted_;
  }

  void setInverted(bool inverted) {
    std::lock_guard lock(mutex_);
    inverted_ = inverted;
  }

private:
  std::string label_;
  // From one year to the next.
  DayOfYear first_{2000, 300};
  DayOfYear last_{2001, 60};
  bool autoRange_ = true;
  mutable Calendar calendar_;

  int autoRangePeriodDays_ = 1;
  int majorTickPeriodDays_ = 7;
  int minorTickPeriodDays_ = 1;
  bool minorTicksVisible_ = true;
  std::string timeZone_ = "UTC";
  std::string locale_ = "en";
  int labelRows_ = 1;
  std::string firstRowFormat_ = "d";
  std::string secondRowFormat_ = "MMM";
  std::string thirdRowFormat_ = "yyyy";
  bool rowDividersVisible_ = true;
  int rowDividerColour_ = 0xc0c0c0;
  double rowDividerWidth_ = 0.5;
  double lowerMargin_ = 0.05;
  double upperMargin_ = 0.05;
  bool inverted_ = false;
};

} // namespace chart
