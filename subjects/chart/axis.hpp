// SPDX-License-Identifier: Apache-2.0
// What all axes of a chart have in common: how label, ticks and line are drawn. Every access is locked.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace chart {

class Axis {
public:
  Axis(const Axis&) = delete;
  Axis& operator=(const Axis&) = delete;

  bool isVisible() const {
    std::lock_guard lock(mutex_);
    return visible_;
  }

  void setVisible(bool visible) {
    std::lock_guard lock(mutex_);
    visible_ = visible;
  }

  std::string labelFont() const {
    std::lock_guard lock(mutex_);
    return labelFont_;
  }

  void setLabelFont(std::string labelFont) {
    std::lock_guard lock(mutex_);
    labelFont_ = std::move(labelFont);
  }

  double labelSize() const {
    std::lock_guard lock(mutex_);
    return labelSize_;
  }

  void setLabelSize(double labelSize) {
    std::lock_guard lock(mutex_);
    labelSize_ = labelSize;
  }

  int labelColour() const {
    std::lock_guard lock(mutex_);
    return labelColour_;
  }

  void setLabelColour(int labelColour) {
    std::lock_guard lock(mutex_);
    labelColour_ = labelColour;
  }

  double labelAngle() const {
    std::lock_guard lock(mutex_);
    return labelAngle_;
  }

  void setLabelAngle(double labelAngle) {
    std::lock_guard lock(mutex_);
    labelAngle_ = labelAngle;
  }

  double labelTop() const {
    std::lock_guard lock(mutex_);
    return labelTop_;
  }

  void setLabelTop(double labelTop) {
    std::lock_guard lock(mutex_);
    labelTop_ = labelTop;
  }

  double labelLeft() const {
    std::lock_guard lock(mutex_);
    return labelLeft_;
  }

  void setLabelLeft(double labelLeft) {
    std::lock_guard lock(mutex_);
    labelLeft_ = labelLeft;
  }

  double labelBottom() const {
    std::lock_guard lock(mutex_);
    return labelBottom_;
  }

  void setLabelBottom(double labelBottom) {
    std::lock_guard lock(mutex_);
    labelBottom_ = labelBottom;
  }

  double labelRight() const {
    std::lock_guard lock(mutex_);
    return labelRight_;
  }

  void setLabelRight(double labelRight) {
    std::lock_guard lock(mutex_);
    labelRight_ = labelRight;
  }

  std::string labelToolTip() const {
    std::lock_guard lock(mutex_);
    return labelToolTip_;
  }

  void setLabelToolTip(std::string labelToolTip) {
    std::lock_guard lock(mutex_);
    labelToolTip_ = std::move(labelToolTip);
  }

  std::string labelUrl() const {
    std::lock_guard lock(mutex_);
    return labelUrl_;
  }

  void setLabelUrl(std::string labelUrl) {
    std::lock_guard lock(mutex_);
    labelUrl_ = std::move(labelUrl);
  }

  bool isTickLabelsVisible() const {
    std::lock_guard lock(mutex_);
    return tickLabelsVisible_;
  }

  void setTickLabelsVisible(bool tickLabelsVisible) {
    std::lock_guard lock(mutex_);
    tickLabelsVisible_ = tickLabelsVisible;
  }

  std::string tickLabelFont() const {
    std::lock_guard lock(mutex_);
    return tickLabelFont_;
  }

  void setTickLabelFont(std::string tickLabelFont) {
    std::lock_guard lock(mutex_);
    tickLabelFont_ = std::move(tickLabelFont);
  }

  double tickLabelSize() const {
    std::lock_guard lock(mutex_);
    return tickLabelSize_;
  }

  void setTickLabelSize(double tickLabelSize) {
    std::lock_guard lock(mutex_);
    tickLabelSize_ = tickLabelSize;
  }

  int tickLabelColour() const {
    std::lock_guard lock(mutex_);
    return tickLabelColour_;
  }

  void setTickLabelColour(int tickLabelColour) {
    std::lock_guard lock(mutex_);
    tickLabelColour_ = tickLabelColour;
  }

  double tickLabelTop() const {
    std::lock_guard lock(mutex_);
    return tickLabelTop_;
  }

  void setTickLabelTop(double tickLabelTop) {
    std::lock_guard lock(mutex_);
    tickLabelTop_ = tickLabelTop;
  }

  double tickLabelLeft() const {
    std::lock_guard lock(mutex_);
    return tickLabelLeft_;
  }

  void setTickLabelLeft(double tickLabelLeft) {
    std::lock_guard lock(mutex_);
    tickLabelLeft_ = tickLabelLeft;
  }

  double tickLabelBottom() const {
    std::lock_guard lock(mutex_);
    return tickLabelBottom_;
  }

  void setTickLabelBottom(double tickLabelBottom) {
    std::lock_guard lock(mutex_);
    tickLabelBottom_ = tickLabelBottom;
  }

  double tickLabelRight() const {
    std::lock_guard lock(mutex_);
    return tickLabelRight_;
  }

  void setTickLabelRight(double tickLabelRight) {
    std::lock_guard lock(mutex_);
    tickLabelRight_ = tickLabelRight;
  }

  double tickMarkInsideLength() const {
    std::lock_guard lock(mutex_);
    return tickMarkInsideLength_;
  }

  void setTickMarkInsideLength(double tickMarkInsideLength) {
    std::lock_guard lock(mutex_);
    tickMarkInsideLength_ = tickMarkInsideLength;
  }

  double tickMarkOutsideLength() const {
    std::lock_guard lock(mutex_);
    return tickMarkOutsideLength_;
  }

  void setTickMarkOutsideLength(double tickMarkOutsideLength) {
    std::lock_guard lock(mutex_);
    tickMarkOutsideLength_ = tickMarkOutsideLength;
  }

  int tickMarkColour() const {
    std::lock_guard lock(mutex_);
    return tickMarkColour_;
  }

  void setTickMarkColour(int tickMarkColour) {
    std::lock_guard lock(mutex_);
    tickMarkColour_ = tickMarkColour;
  }

  bool isAxisLineVisible() const {
    std::lock_guard lock(mutex_);
    return axisLineVisible_;
  }

  void setAxisLineVisible(bool axisLineVisible) {
    std::lock_guard lock(mutex_);
    axisLineVisible_ = axisLineVisible;
  }

  int axisLineColour() const {
    std::lock_guard lock(mutex_);
    return axisLineColour_;
  }

  void setAxisLineColour(int axisLineColour) {
    std::lock_guard lock(mutex_);
    axisLineColour_ = axisLineColour;
  }

  double axisLineWidth() const {
    std::lock_guard lock(mutex_);
    return axisLineWidth_;
  }

  void setAxisLineWidth(double axisLineWidth) {
    std::lock_guard lock(mutex_);
    axisLineWidth_ = axisLineWidth;
  }

  double fixedDimension() const {
    std::lock_guard lock(mutex_);
    return fixedDimension_;
  }

  void setFixedDimension(double fixedDimension) {
    std::lock_guard lock(mutex_);
    fixedDimension_ = fixedDimension;
  }

protected:
  Axis() = default;
  ~Axis() = default;

  // Of the whole axis, those of derived classes included.
  mutable std::recursive_mutex mutex_;

private:
  bool visible_ = true;
  std::string labelFont_ = "sans";
  double labelSize_ = 12;
  int labelColour_ = 0x000000;
  double labelAngle_ = 0;
  double labelTop_ = 3;
  double labelLeft_ = 3;
  double labelBottom_ = 3;
  double labelRight_ = 3;
  std::string labelToolTip_;
  std::string labelUrl_;
  bool tickLabelsVisible_ = true;
  std::string tickLabelFont_ = "sans";
  double tickLabelSize_ = 10;
  int tickLabelColour_ = 0x000000;
  double tickLabelTop_ = 2;
  double tickLabelLeft_ = 4;
  double tickLabelBottom_ = 2;
  double tickLabelRight_ = 4;
  double tickMarkInsideLength_ = 0;
  double tickMarkOutsideLength_ = 2;
  int tickMarkColour_ = 0x808080;
  bool axisLineVisible_ = true;
  int axisLineColour_ = 0x808080;
  double axisLineWidth_ = 1;
  double fixedDimension_ = 0;
};

} // namespace chart
