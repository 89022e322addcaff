// SPDX-License-Identifier: Apache-2.0
// An axis with ticks and arrows: what NumberAxis and PeriodAxis have in common. Every access is locked.
#pragma once

#include <string>
#include <utility>

#include "axis.hpp"

namespace chart {

class TickAxis : public Axis {
public:
  bool isVerticalTickLabels() const {
    std::lock_guard lock(mutex_);
    return verticalTickLabels_;
  }

  void setVerticalTickLabels(bool verticalTickLabels) {
    std::lock_guard lock(mutex_);
    verticalTickLabels_ = verticalTickLabels;
  }

  bool isPositiveArrowVisible() const {
    std::lock_guard lock(mutex_);
    return positiveArrowVisible_;
  }

  void setPositiveArrowVisible(bool positiveArrowVisible) {
    std::lock_guard lock(mutex_);
    positiveArrowVisible_ = positiveArrowVisible;
  }

  bool isNegativeArrowVisible() const {
    std::lock_guard lock(mutex_);
    return negativeArrowVisible_;
  }

  void setNegativeArrowVisible(bool negativeArrowVisible) {
    std::lock_guard lock(mutex_);
    negativeArrowVisible_ = negativeArrowVisible;
  }

  std::string upArrow() const {
    std::lock_guard lock(mutex_);
    return upArrow_;
  }

  void setUpArrow(std::string upArrow) {
    std::lock_guard lock(mutex_);
    upArrow_ = std::move(upArrow);
  }

  std::string downArrow() const {
    std::lock_guard lock(mutex_);
    return downArrow_;
  }

  void setDownArrow(std::string downArrow) {
    std::lock_guard lock(mutex_);
    downArrow_ = std::move(downArrow);
  }

  std::string leftArrow() const {
    std::lock_guard lock(mutex_);
    return leftArrow_;
  }

  void setLeftArrow(std::string leftArrow) {
    std::lock_guard lock(mutex_);
    leftArrow_ = std::move(leftArrow);
  }

  std::string rightArrow() const {
    std::lock_guard lock(mutex_);
    return rightArrow_;
  }

  void setRightArrow(std::string rightArrow) {
    std::lock_guard lock(mutex_);
    rightArrow_ = std::move(rightArrow);
  }

  bool isAutoTickUnitSelection() const {
    std::lock_guard lock(mutex_);
    return autoTickUnitSelection_;
  }

  void setAutoTickUnitSelection(bool autoTickUnitSelection) {
    std::lock_guard lock(mutex_);
    autoTickUnitSelection_ = autoTickUnitSelection;
  }

  int autoTickIndex() const {
    std::lock_guard lock(mutex_);
    return autoTickIndex_;
  }

  void setAutoTickIndex(int autoTickIndex) {
    std::lock_guard lock(mutex_);
    autoTickIndex_ = autoTickIndex;
  }

  int minorTickCount() const {
    std::lock_guard lock(mutex_);
    return minorTickCount_;
  }

  void setMinorTickCount(int minorTickCount) {
    std::lock_guard lock(mutex_);
    minorTickCount_ = minorTickCount;
  }

  bool isMinorTickMarksVisible() const {
    std::lock_guard lock(mutex_);
    return minorTickMarksVisible_;
  }

  void setMinorTickMarksVisible(bool minorTickMarksVisible) {
    std::lock_guard lock(mutex_);
    minorTickMarksVisible_ = minorTickMarksVisible;
  }

  double minorTickMarkInsideLength() const {
    std::lock_guard lock(mutex_);
    return minorTickMarkInsideLength_;
  }

  void setMinorTickMarkInsideLength(double minorTickMarkInsideLength) {
    std::lock_guard lock(mutex_);
    minorTickMarkInsideLength_ = minorTickMarkInsideLength;
  }

  double minorTickMarkOutsideLength() const {
    std::lock_guard lock(mutex_);
    return minorTickMarkOutsideLength_;
  }

  void setMinorTickMarkOutsideLength(double minorTickMarkOutsideLength) {
    std::lock_guard lock(mutex_);
    minorTickMarkOutsideLength_ = minorTickMarkOutsideLength;
  }

  double fixedAutoRange() const {
    std::lock_guard lock(mutex_);
    return fixedAutoRange_;
  }

  void setFixedAutoRange(double fixedAutoRange) {
    std::lock_guard lock(mutex_);
    fixedAutoRange_ = fixedAutoRange;
  }

  double autoRangeMinimumSize() const {
    std::lock_guard lock(mutex_);
    return autoRangeMinimumSize_;
  }

  void setAutoRangeMinimumSize(double autoRangeMinimumSize) {
    std::lock_guard lock(mutex_);
    autoRangeMinimumSize_ = autoRangeMinimumSize;
  }

  std::string numberFormat() const {
    std::lock_guard lock(mutex_);
    return numberFormat_;
  }

  void setNumberFormat(std::string numberFormat) {
    std::lock_guard lock(mutex_);
    numberFormat_ = std::move(numberFormat);
  }

protected:
  TickAxis() = default;
  ~TickAxis() = default;

private:
  bool verticalTickLabels_ = false;
  bool positiveArrowVisible_ = false;
  bool negativeArrowVisible_ = false;
  std::string upArrow_ = "up";
  std::string downArrow_ = "down";
  std::string leftArrow_ = "left";
  std::string rightArrow_ = "right";
  bool autoTickUnitSelection_ = true;
  int autoTickIndex_ = 0;
  int minorTickCount_ = 0;
  bool minorTickMarksVisible_ = false;
  double minorTickMarkInsideLength_ = 0;
  double minorTickMarkOutsideLength_ = 2;
  double fixedAutoRange_ = 0;
  double autoRangeMinimumSize_ = 0.00000001;
  std::string numberFormat_ = "%g";
};

} // namespace chart
