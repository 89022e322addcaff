// SPDX-License-Identifier: Apache-2.0
#include "number_axis_fixed.hpp"

#include <stdexcept>
#include <utility>

namespace chart {

Range::Range(double lower, double upper) : lower_(lower), upper_(upper) {
  if (!(lower <= upper))
    throw std::invalid_argument("Range: the lower bound is above the upper bound");
}

NumberAxis::NumberAxis(std::string label) : label_(std::move(label)) {}

std::string NumberAxis::label() const {
  std::lock_guard lock(mutex_);
  return label_;
}

void NumberAxis::setLabel(std::string label) {
  std::lock_guard lock(mutex_);
  label_ = std::move(label);
}

Range NumberAxis::range() const {
  std::lock_guard lock(mutex_);
  return range_;
}

void NumberAxis::setRange(const Range& range) {
  std::lock_guard lock(mutex_);
  range_ = range;
  autoRange_ = false;
}

void NumberAxis::setRange(double lower, double upper) {
  setRange(Range(lower, upper));
}

void NumberAxis::setLowerBound(double lower) {
  std::lock_guard lock(mutex_);
  setRange(Range(lower, range_.upperBound()));
}

void NumberAxis::setUpperBound(double upper) {
  std::lock_guard lock(mutex_);
  setRange(Range(range_.lowerBound(), upper));
}

void NumberAxis::centerRange(double value) {
  std::lock_guard lock(mutex_);
  double centre = range_.centralValue();
  setRange(Range(range_.lowerBound() + value - centre, range_.upperBound() + value - centre));
}

void NumberAxis::resizeRange(double factor) {
  if (!(factor > 0))
    throw std::invalid_argument("NumberAxis: the factor is not positive");
  std::lock_guard lock(mutex_);
  double centre = range_.centralValue();
  double half = range_.length() * factor / 2;
  setRange(Range(centre - half, centre + half));
}

bool NumberAxis::isAutoRange() const {
  std::lock_guard lock(mutex_);
  return autoRange_;
}

void NumberAxis::setAutoRange(bool automatic) {
  std::lock_guard lock(mutex_);
  autoRange_ = automatic;
  if (automatic)
    range_ = Range(0, 1);
}

bool NumberAxis::autoRangeIncludesZero() const {
  std::lock_guard lock(mutex_);
  return includesZero_;
}

void NumberAxis::setAutoRangeIncludesZero(bool includes) {
  std::lock_guard lock(mutex_);
  includesZero_ = includes;
}

double NumberAxis::lowerMargin() const {
  std::lock_guard lock(mutex_);
  return lowerMargin_;
}

void NumberAxis::setLowerMargin(double margin) {
  std::lock_guard lock(mutex_);
  lowerMargin_ = margin;
}

double NumberAxis::upperMargin() const {
  std::lock_guard lock(mutex_);
  return upperMargin_;
}

void NumberAxis::setUpperMargin(double margin) {
  std::lock_guard lock(mutex_);
  upperMargin_ = margin;
}

bool NumberAxis::isInverted() const {
  std::lock_guard lock(mutex_);
  return inverted_;
}

void NumberAxis::setInverted(bool inverted) {
  std::lock_guard lock(mutex_);
  inverted_ = inverted;
}

bool NumberAxis::isTickMarksVisible() const {
  std::lock_guard lock(mutex_);
  return tickMarksVisible_;
}

void NumberAxis::setTickMarksVisible(bool visible) {
  std::lock_guard lock(mutex_);
  tickMarksVisible_ = visible;
}

double NumberAxis::tickUnit() const {
  std::lock_guard lock(mutex_);
  return tickUnit_;
}

void NumberAxis::setTickUnit(double unit) {
  if (!(unit > 0))
    throw std::invalid_argument("NumberAxis: the unit is not positive");
  std::lock_guard lock(mutex_);
  tickUnit_ = unit;
}

double NumberAxis::valueToPixel(double value, double pixels) const {
  std::lock_guard lock(mutex_);
  if (range_.length() == 0)
    return 0;
  double share = (value - range_.lowerBound()) / range_.length();
  return pixels * (inverted_ ? 1 - share : share);
}

int NumberAxis::visibleTicks() const {
  constexpr int kMost = 100;
  std::lock_guard lock(mutex_);
  double ticks = range_.length() / tickUnit_ + 1;
  if (!tickMarksVisible_)
    return 0;
  return ticks < kMost ? static_cast<int>(ticks) : kMost;
}

} // namespace chart
