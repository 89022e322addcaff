// SPDX-License-Identifier: Apache-2.0
// What all plots of a chart have in common: background, outline, legend. Every access is locked.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace chart {

class Plot {
public:
  Plot(const Plot&) = delete;
  Plot& operator=(const Plot&) = delete;

  bool isOutlineVisible() const {
    std::lock_guard lock(mutex_);
    return outlineVisible_;
  }

  void setOutlineVisible(bool outlineVisible) {
    std::lock_guard lock(mutex_);
    outlineVisible_ = outlineVisible;
  }

  int outlineColour() const {
    std::lock_guard lock(mutex_);
    return outlineColour_;
  }

  void setOutlineColour(int outlineColour) {
    std::lock_guard lock(mutex_);
    outlineColour_ = outlineColour;
  }

  double outlineWidth() const {
    std::lock_guard lock(mutex_);
    return outlineWidth_;
  }

  void setOutlineWidth(double outlineWidth) {
    std::lock_guard lock(mutex_);
    outlineWidth_ = outlineWidth;
  }

  int backgroundColour() const {
    std::lock_guard lock(mutex_);
    return backgroundColour_;
  }

  void setBackgroundColour(int backgroundColour) {
    std::lock_guard lock(mutex_);
    backgroundColour_ = backgroundColour;
  }

  double backgroundAlpha() const {
    std::lock_guard lock(mutex_);
    return backgroundAlpha_;
  }

  void setBackgroundAlpha(double backgroundAlpha) {
    std::lock_guard lock(mutex_);
    backgroundAlpha_ = backgroundAlpha;
  }

  std::string backgroundImage() const {
    std::lock_guard lock(mutex_);
    return backgroundImage_;
  }

  void setBackgroundImage(std::string backgroundImage) {
    std::lock_guard lock(mutex_);
    backgroundImage_ = std::move(backgroundImage);
  }

  int backgroundImageAlignment() const {
    std::lock_guard lock(mutex_);
    return backgroundImageAlignment_;
  }

  void setBackgroundImageAlignment(int backgroundImageAlignment) {
    std::lock_guard lock(mutex_);
    backgroundImageAlignment_ = backgroundImageAlignment;
  }

  double backgroundImageAlpha() const {
    std::lock_guard lock(mutex_);
    return backgroundImageAlpha_;
  }

  void setBackgroundImageAlpha(double backgroundImageAlpha) {
    std::lock_guard lock(mutex_);
    backgroundImageAlpha_ = backgroundImageAlpha;
  }

  double foregroundAlpha() const {
    std::lock_guard lock(mutex_);
    return foregroundAlpha_;
  }

  void setForegroundAlpha(double foregroundAlpha) {
    std::lock_guard lock(mutex_);
    foregroundAlpha_ = foregroundAlpha;
  }

  double insetsTop() const {
    std::lock_guard lock(mutex_);
    return insetsTop_;
  }

  void setInsetsTop(double insetsTop) {
    std::lock_guard lock(mutex_);
    insetsTop_ = insetsTop;
  }

  double insetsLeft() const {
    std::lock_guard lock(mutex_);
    return insetsLeft_;
  }

  void setInsetsLeft(double insetsLeft) {
    std::lock_guard lock(mutex_);
    insetsLeft_ = insetsLeft;
  }

  double insetsBottom() const {
    std::lock_guard lock(mutex_);
    return insetsBottom_;
  }

  void setInsetsBottom(double insetsBottom) {
    std::lock_guard lock(mutex_);
    insetsBottom_ = insetsBottom;
  }

  double insetsRight() const {
    std::lock_guard lock(mutex_);
    return insetsRight_;
  }

  void setInsetsRight(double insetsRight) {
    std::lock_guard lock(mutex_);
    insetsRight_ = insetsRight;
  }

  std::string noDataMessage() const {
    std::lock_guard lock(mutex_);
    return noDataMessage_;
  }

  void setNoDataMessage(std::string noDataMessage) {
    std::lock_guard lock(mutex_);
    noDataMessage_ = std::move(noDataMessage);
  }

  std::string noDataMessageFont() const {
    std::lock_guard lock(mutex_);
    return noDataMessageFont_;
  }

  void setNoDataMessageFont(std::string noDataMessageFont) {
    std::lock_guard lock(mutex_);
    noDataMessageFont_ = std::move(noDataMessageFont);
  }

  double noDataMessageSize() const {
    std::lock_guard lock(mutex_);
    return noDataMessageSize_;
  }

  void setNoDataMessageSize(double noDataMessageSize) {
    std::lock_guard lock(mutex_);
    noDataMessageSize_ = noDataMessageSize;
  }

  int noDataMessageColour() const {
    std::lock_guard lock(mutex_);
    return noDataMessageColour_;
  }

  void setNoDataMessageColour(int noDataMessageColour) {
    std::lock_guard lock(mutex_);
    noDataMessageColour_ = noDataMessageColour;
  }

  std::string datasetGroup() const {
    std::lock_guard lock(mutex_);
    return datasetGroup_;
  }

  void setDatasetGroup(std::string datasetGroup) {
    std::lock_guard lock(mutex_);
    datasetGroup_ = std::move(datasetGroup);
  }

  std::string plotType() const {
    std::lock_guard lock(mutex_);
    return plotType_;
  }

  void setPlotType(std::string plotType) {
    std::lock_guard lock(mutex_);
    plotType_ = std::move(plotType);
  }

  bool isNotify() const {
    std::lock_guard lock(mutex_);
    return notify_;
  }

  void setNotify(bool notify) {
    std::lock_guard lock(mutex_);
    notify_ = notify;
  }

  std::string legendFont() const {
    std::lock_guard lock(mutex_);
    return legendFont_;
  }

  void setLegendFont(std::string legendFont) {
    std::lock_guard lock(mutex_);
    legendFont_ = std::move(legendFont);
  }

  double legendSize() const {
    std::lock_guard lock(mutex_);
    return legendSize_;
  }

  void setLegendSize(double legendSize) {
    std::lock_guard lock(mutex_);
    legendSize_ = legendSize;
  }

  int legendColour() const {
    std::lock_guard lock(mutex_);
    return legendColour_;
  }

  void setLegendColour(int legendColour) {
    std::lock_guard lock(mutex_);
    legendColour_ = legendColour;
  }

  bool isLegendVisible() const {
    std::lock_guard lock(mutex_);
    return legendVisible_;
  }

  void setLegendVisible(bool legendVisible) {
    std::lock_guard lock(mutex_);
    legendVisible_ = legendVisible;
  }

  std::string legendPosition() const {
    std::lock_guard lock(mutex_);
    return legendPosition_;
  }

  void setLegendPosition(std::string legendPosition) {
    std::lock_guard lock(mutex_);
    legendPosition_ = std::move(legendPosition);
  }

  double legendMargin() const {
    std::lock_guard lock(mutex_);
    return legendMargin_;
  }

  void setLegendMargin(double legendMargin) {
    std::lock_guard lock(mutex_);
    legendMargin_ = legendMargin;
  }

  int seriesColourBase() const {
    std::lock_guard lock(mutex_);
    return seriesColourBase_;
  }

  void setSeriesColourBase(int seriesColourBase) {
    std::lock_guard lock(mutex_);
    seriesColourBase_ = seriesColourBase;
  }

  double seriesStrokeWidth() const {
    std::lock_guard lock(mutex_);
    return seriesStrokeWidth_;
  }

  void setSeriesStrokeWidth(double seriesStrokeWidth) {
    std::lock_guard lock(mutex_);
    seriesStrokeWidth_ = seriesStrokeWidth;
  }

  bool isToolTipsVisible() const {
    std::lock_guard lock(mutex_);
    return toolTipsVisible_;
  }

  void setToolTipsVisible(bool toolTipsVisible) {
    std::lock_guard lock(mutex_);
    toolTipsVisible_ = toolTipsVisible;
  }

  bool isUrlsVisible() const {
    std::lock_guard lock(mutex_);
    return urlsVisible_;
  }

  void setUrlsVisible(bool urlsVisible) {
    std::lock_guard lock(mutex_);
    urlsVisible_ = urlsVisible;
  }

  std::string drawingSupplier() const {
    std::lock_guard lock(mutex_);
    return drawingSupplier_;
  }

  void setDrawingSupplier(std::string drawingSupplier) {
    std::lock_guard lock(mutex_);
    drawingSupplier_ = std::move(drawingSupplier);
  }

  double shadowOffsetX() const {
    std::lock_guard lock(mutex_);
    return shadowOffsetX_;
  }

  void setShadowOffsetX(double shadowOffsetX) {
    std::lock_guard lock(mutex_);
    shadowOffsetX_ = shadowOffsetX;
  }

  double shadowOffsetY() const {
    std::lock_guard lock(mutex_);
    return shadowOffsetY_;
  }

  void setShadowOffsetY(double shadowOffsetY) {
    std::lock_guard lock(mutex_);
    shadowOffsetY_ = shadowOffsetY;
  }

  int shadowColour() const {
    std::lock_guard lock(mutex_);
    return shadowColour_;
  }

  void setShadowColour(int shadowColour) {
    std::lock_guard lock(mutex_);
    shadowColour_ = shadowColour;
  }

  bool isShadowVisible() const {
    std::lock_guard lock(mutex_);
    return shadowVisible_;
  }

  void setShadowVisible(bool shadowVisible) {
    std::lock_guard lock(mutex_);
    shadowVisible_ = shadowVisible;
  }

protected:
  Plot() = default;
  ~Plot() = default;

  // Of the whole plot, those of derived classes included.
  mutable std::recursive_mutex mutex_;

private:
  bool outlineVisible_ = true;
  int outlineColour_ = 0x808080;
  double outlineWidth_ = 0.5;
  int backgroundColour_ = 0xffffff;
  double backgroundAlpha_ = 1;
  std::string backgroundImage_;
  int backgroundImageAlignment_ = 15;
  double backgroundImageAlpha_ = 0.5;
  double foregroundAlpha_ = 1;
  double insetsTop_ = 4;
  double insetsLeft_ = 8;
  double insetsBottom_ = 4;
  double insetsRight_ = 8;
  std::string noDataMessage_;
  std::string noDataMessageFont_ = "sans";
  double noDataMessageSize_ = 12;
  int noDataMessageColour_ = 0x000000;
  std::string datasetGroup_ = "default";
  std::string plotType_ = "XY Plot";
  bool notify_ = true;
  std::string legendFont_ = "sans";
  double legendSize_ = 11;
  int legendColour_ = 0x000000;
  bool legendVisible_ = true;
  std::string legendPosition_ = "bottom";
  double legendMargin_ = 2;
  int seriesColourBase_ = 0;
  double seriesStrokeWidth_ = 1;
  bool toolTipsVisible_ = true;
  bool urlsVisible_ = false;
  std::string drawingSupplier_ = "standard";
  double shadowOffsetX_ = 0;
  double shadowOffsetY_ = 0;
  int shadowColour_ = 0x404040;
  bool shadowVisible_ = false;
};

} // namespace chart
