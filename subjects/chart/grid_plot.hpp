// SPDX-License-Identifier: Apache-2.0
// A plot with grid lines, baselines and crosshairs. Every access is locked.
#pragma once

#include "plot.hpp"

namespace chart {

class GridPlot : public Plot {
public:
  bool isDomainGridlinesVisible() const {
    std::lock_guard lock(mutex_);
    return domainGridlinesVisible_;
  }

  void setDomainGridlinesVisible(bool domainGridlinesVisible) {
    std::lock_guard lock(mutex_);
    domainGridlinesVisible_ = domainGridlinesVisible;
  }

  int domainGridlineColour() const {
    std::lock_guard lock(mutex_);
    return domainGridlineColour_;
  }

  void setDomainGridlineColour(int domainGridlineColour) {
    std::lock_guard lock(mutex_);
    domainGridlineColour_ = domainGridlineColour;
  }

  double domainGridlineWidth() const {
    std::lock_guard lock(mutex_);
    return domainGridlineWidth_;
  }

  void setDomainGridlineWidth(double domainGridlineWidth) {
    std::lock_guard lock(mutex_);
    domainGridlineWidth_ = domainGridlineWidth;
  }

  bool isDomainMinorGridlinesVisible() const {
    std::lock_guard lock(mutex_);
    return domainMinorGridlinesVisible_;
  }

  void setDomainMinorGridlinesVisible(bool domainMinorGridlinesVisible) {
    std::lock_guard lock(mutex_);
    domainMinorGridlinesVisible_ = domainMinorGridlinesVisible;
  }

  int domainMinorGridlineColour() const {
    std::lock_guard lock(mutex_);
    return domainMinorGridlineColour_;
  }

  void setDomainMinorGridlineColour(int domainMinorGridlineColour) {
    std::lock_guard lock(mutex_);
    domainMinorGridlineColour_ = domainMinorGridlineColour;
  }

  double domainMinorGridlineWidth() const {
    std::lock_guard lock(mutex_);
    return domainMinorGridlineWidth_;
  }

  void setDomainMinorGridlineWidth(double domainMinorGridlineWidth) {
    std::lock_guard lock(mutex_);
    domainMinorGridlineWidth_ = domainMinorGridlineWidth;
  }

  bool isRangeGridlinesVisible() const {
    std::lock_guard lock(mutex_);
    return rangeGridlinesVisible_;
  }

  void setRangeGridlinesVisible(bool rangeGridlinesVisible) {
    std::lock_guard lock(mutex_);
    rangeGridlinesVisible_ = rangeGridlinesVisible;
  }

  int rangeGridlineColour() const {
    std::lock_guard lock(mutex_);
    return rangeGridlineColour_;
  }

  void setRangeGridlineColour(int rangeGridlineColour) {
    std::lock_guard lock(mutex_);
    rangeGridlineColour_ = rangeGridlineColour;
  }

  double rangeGridlineWidth() const {
    std::lock_guard lock(mutex_);
    return rangeGridlineWidth_;
  }

  void setRangeGridlineWidth(double rangeGridlineWidth) {
    std::lock_guard lock(mutex_);
    rangeGridlineWidth_ = rangeGridlineWidth;
  }

  bool isRangeMinorGridlinesVisible() const {
    std::lock_guard lock(mutex_);
    return rangeMinorGridlinesVisible_;
  }

  void setRangeMinorGridlinesVisible(bool rangeMinorGridlinesVisible) {
    std::lock_guard lock(mutex_);
    rangeMinorGridlinesVisible_ = rangeMinorGridlinesVisible;
  }

  int rangeMinorGridlineColour() const {
    std::lock_guard lock(mutex_);
    return rangeMinorGridlineColour_;
  }

  void setRangeMinorGridlineColour(int rangeMinorGridlineColour) {
    std::lock_guard lock(mutex_);
    rangeMinorGridlineColour_ = rangeMinorGridlineColour;
  }

  double rangeMinorGridlineWidth() const {
    std::lock_guard lock(mutex_);
    return rangeMinorGridlineWidth_;
  }

  void setRangeMinorGridlineWidth(double rangeMinorGridlineWidth) {
    std::lock_guard lock(mutex_);
    rangeMinorGridlineWidth_ = rangeMinorGridlineWidth;
  }

  bool isDomainZeroBaselineVisible() const {
    std::lock_guard lock(mutex_);
    return domainZeroBaselineVisible_;
  }

  void setDomainZeroBaselineVisible(bool domainZeroBaselineVisible) {
    std::lock_guard lock(mutex_);
    domainZeroBaselineVisible_ = domainZeroBaselineVisible;
  }

  int domainZeroBaselineColour() const {
    std::lock_guard lock(mutex_);
    return domainZeroBaselineColour_;
  }

  void setDomainZeroBaselineColour(int domainZeroBaselineColour) {
    std::lock_guard lock(mutex_);
    domainZeroBaselineColour_ = domainZeroBaselineColour;
  }

  double domainZeroBaselineWidth() const {
    std::lock_guard lock(mutex_);
    return domainZeroBaselineWidth_;
  }

  void setDomainZeroBaselineWidth(double domainZeroBaselineWidth) {
    std::lock_guard lock(mutex_);
    domainZeroBaselineWidth_ = domainZeroBaselineWidth;
  }

  bool isRangeZeroBaselineVisible() const {
    std::lock_guard lock(mutex_);
    return rangeZeroBaselineVisible_;
  }

  void setRangeZeroBaselineVisible(bool rangeZeroBaselineVisible) {
    std::lock_guard lock(mutex_);
    rangeZeroBaselineVisible_ = rangeZeroBaselineVisible;
  }

  int rangeZeroBaselineColour() const {
    std::lock_guard lock(mutex_);
    return rangeZeroBaselineColour_;
  }

  void setRangeZeroBaselineColour(int rangeZeroBaselineColour) {
    std::lock_guard lock(mutex_);
    rangeZeroBaselineColour_ = rangeZeroBaselineColour;
  }

  double rangeZeroBaselineWidth() const {
    std::lock_guard lock(mutex_);
    return rangeZeroBaselineWidth_;
  }

  void setRangeZeroBaselineWidth(double rangeZeroBaselineWidth) {
    std::lock_guard lock(mutex_);
    rangeZeroBaselineWidth_ = rangeZeroBaselineWidth;
  }

  bool isDomainCrosshairVisible() const {
    std::lock_guard lock(mutex_);
    return domainCrosshairVisible_;
  }

  void setDomainCrosshairVisible(bool domainCrosshairVisible) {
    std::lock_guard lock(mutex_);
    domainCrosshairVisible_ = domainCrosshairVisible;
  }

  bool isDomainCrosshairLockedOnData() const {
    std::lock_guard lock(mutex_);
    return domainCrosshairLockedOnData_;
  }

  void setDomainCrosshairLockedOnData(bool domainCrosshairLockedOnData) {
    std::lock_guard lock(mutex_);
    domainCrosshairLockedOnData_ = domainCrosshairLockedOnData;
  }

  double domainCrosshairValue() const {
    std::lock_guard lock(mutex_);
    return domainCrosshairValue_;
  }

  void setDomainCrosshairValue(double domainCrosshairValue) {
    std::lock_guard lock(mutex_);
    domainCrosshairValue_ = domainCrosshairValue;
  }

  int domainCrosshairColour() const {
    std::lock_guard lock(mutex_);
    return domainCrosshairColour_;
  }

  void setDomainCrosshairColour(int domainCrosshairColour) {
    std::lock_guard lock(mutex_);
    domainCrosshairColour_ = domainCrosshairColour;
  }

  double domainCrosshairWidth() const {
    std::lock_guard lock(mutex_);
    return domainCrosshairWidth_;
  }

  void setDomainCrosshairWidth(double domainCrosshairWidth) {
    std::lock_guard lock(mutex_);
    domainCrosshairWidth_ = domainCrosshairWidth;
  }

  bool isRangeCrosshairVisible() const {
    std::lock_guard lock(mutex_);
    return rangeCrosshairVisible_;
  }

  void setRangeCrosshairVisible(bool rangeCrosshairVisible) {
    std::lock_guard lock(mutex_);
    rangeCrosshairVisible_ = rangeCrosshairVisible;
  }

  bool isRangeCrosshairLockedOnData() const {
    std::lock_guard lock(mutex_);
    return rangeCrosshairLockedOnData_;
  }

  void setRangeCrosshairLockedOnData(bool rangeCrosshairLockedOnData) {
    std::lock_guard lock(mutex_);
    rangeCrosshairLockedOnData_ = rangeCrosshairLockedOnData;
  }

  double rangeCrosshairValue() const {
    std::lock_guard lock(mutex_);
    return rangeCrosshairValue_;
  }

  void setRangeCrosshairValue(double rangeCrosshairValue) {
    std::lock_guard lock(mutex_);
    rangeCrosshairValue_ = rangeCrosshairValue;
  }

  int rangeCrosshairColour() const {
    std::lock_guard lock(mutex_);
    return rangeCrosshairColour_;
  }

  void setRangeCrosshairColour(int rangeCrosshairColour) {
    std::lock_guard lock(mutex_);
    rangeCrosshairColour_ = rangeCrosshairColour;
  }

  double rangeCrosshairWidth() const {
    std::lock_guard lock(mutex_);
    return rangeCrosshairWidth_;
  }

  void setRangeCrosshairWidth(double rangeCrosshairWidth) {
    std::lock_guard lock(mutex_);
    rangeCrosshairWidth_ = rangeCrosshairWidth;
  }

  double axisOffsetTop() const {
    std::lock_guard lock(mutex_);
    return axisOffsetTop_;
  }

  void setAxisOffsetTop(double axisOffsetTop) {
    std::lock_guard lock(mutex_);
    axisOffsetTop_ = axisOffsetTop;
  }

  double axisOffsetLeft() const {
    std::lock_guard lock(mutex_);
    return axisOffsetLeft_;
  }

  void setAxisOffsetLeft(double axisOffsetLeft) {
    std::lock_guard lock(mutex_);
    axisOffsetLeft_ = axisOffsetLeft;
  }

  double axisOffsetBottom() const {
    std::lock_guard lock(mutex_);
    return axisOffsetBottom_;
  }

  void setAxisOffsetBottom(double axisOffsetBottom) {
    std::lock_guard lock(mutex_);
    axisOffsetBottom_ = axisOffsetBottom;
  }

  double axisOffsetRight() const {
    std::lock_guard lock(mutex_);
    return axisOffsetRight_;
  }

  void setAxisOffsetRight(double axisOffsetRight) {
    std::lock_guard lock(mutex_);
    axisOffsetRight_ = axisOffsetRight;
  }

  int domainTickBandColour() const {
    std::lock_guard lock(mutex_);
    return domainTickBandColour_;
  }

  void setDomainTickBandColour(int domainTickBandColour) {
    std::lock_guard lock(mutex_);
    domainTickBandColour_ = domainTickBandColour;
  }

  int rangeTickBandColour() const {
    std::lock_guard lock(mutex_);
    return rangeTickBandColour_;
  }

  void setRangeTickBandColour(int rangeTickBandColour) {
    std::lock_guard lock(mutex_);
    rangeTickBandColour_ = rangeTickBandColour;
  }

protected:
  GridPlot() = default;
  ~GridPlot() = default;

private:
  bool domainGridlinesVisible_ = true;
  int domainGridlineColour_ = 0xc0c0c0;
  double domainGridlineWidth_ = 0.5;
  bool domainMinorGridlinesVisible_ = false;
  int domainMinorGridlineColour_ = 0xe0e0e0;
  double domainMinorGridlineWidth_ = 0.25;
  bool rangeGridlinesVisible_ = true;
  int rangeGridlineColour_ = 0xc0c0c0;
  double rangeGridlineWidth_ = 0.5;
  bool rangeMinorGridlinesVisible_ = false;
  int rangeMinorGridlineColour_ = 0xe0e0e0;
  double rangeMinorGridlineWidth_ = 0.25;
  bool domainZeroBaselineVisible_ = false;
  int domainZeroBaselineColour_ = 0x000000;
  double domainZeroBaselineWidth_ = 0.5;
  bool rangeZeroBaselineVisible_ = false;
  int rangeZeroBaselineColour_ = 0x000000;
  double rangeZeroBaselineWidth_ = 0.5;
  bool domainCrosshairVisible_ = false;
  bool domainCrosshairLockedOnData_ = true;
  double domainCrosshairValue_ = 0;
  int domainCrosshairColour_ = 0x0000ff;
  double domainCrosshairWidth_ = 0.5;
  bool rangeCrosshairVisible_ = false;
  bool rangeCrosshairLockedOnData_ = true;
  double rangeCrosshairValue_ = 0;
  int rangeCrosshairColour_ = 0x0000ff;
  double rangeCrosshairWidth_ = 0.5;
  double axisOffsetTop_ = 4;
  double axisOffsetLeft_ = 4;
  double axisOffsetBottom_ = 4;
  double axisOffsetRight_ = 4;
  int domainTickBandColour_ = -1;
  int rangeTickBandColour_ = -1;
};

} // namespace chart
