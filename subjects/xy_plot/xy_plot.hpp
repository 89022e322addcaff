// SPDX-License-Identifier: Apache-2.0
// A plot of datasets over two kinds of axes, after XYPlot of JFreeChart 1.0.9 (bug 1892744).
//
// Fault: clone() copies the map from datasets to their domain axes after it has released the lock.
// Fails: clone() | mapDatasetToDomainAxes(dataset, axes): the copy reads what the other frees, use after free.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../chart/grid_plot.hpp"

namespace chart {

class XYPlot : public GridPlot {
public:
  using Axes = std::vector<int>;

  XYPlot() = default;
  ~XYPlot() = default;

  std::unique_ptr<XYPlot> clone() const {
    auto copy = std::make_unique<XYPlot>();
    {
      std::lock_guard lock(mutex_);
      copy->datasets_ = datasets_;
      copy->annotations_ = annotations_;
      copy->rangeAxesOf_ = rangeAxesOf_;
    }
    copy->domainAxesOf_ = domainAxesOf_;
    return copy;
  }

  // Draws a dataset along these domain axes; without any, along the first one.
  void mapDatasetToDomainAxes(int dataset, const Axes& axes) {
    std::lock_guard lock(mutex_);
    if (axes.empty())
      domainAxesOf_.erase(dataset);
    else
      domainAxesOf_[dataset] = axes;
  }

  void mapDatasetToDomainAxis(int dataset, int axis) { mapDatasetToDomainAxes(dataset, {axis}); }

  Axes domainAxesForDataset(int dataset) const {
    std::lock_guard lock(mutex_);
    return axesOf(domainAxesOf_, dataset);
  }

  void mapDatasetToRangeAxes(int dataset, const Axes& axes) {
    std::lock_guard lock(mutex_);
    if (axes.empty())
      rangeAxesOf_.erase(dataset);
    else
      rangeAxesOf_[dataset] = axes;
  }

  void mapDatasetToRangeAxis(int dataset, int axis) { mapDatasetToRangeAxes(dataset, {axis}); }

  Axes rangeAxesForDataset(int dataset) const {
    std::lock_guard lock(mutex_);
    return axesOf(rangeAxesOf_, dataset);
  }

  // Returns the number of the dataset.
  int addDataset(std::string name) {
    std::lock_guard lock(mutex_);
    datasets_.push_back(std::move(name));
    return static_cast<int>(datasets_.size()) - 1;
  }

  std::string dataset(std::size_t number) const {
    std::lock_guard lock(mutex_);
    return number < datasets_.size() ? datasets_[number] : std::string();
  }

  // The number of the dataset of this name; -1: there is none.
  int indexOf(const std::string& name) const {
    std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < datasets_.size(); ++i)
      if (datasets_[i] == name)
        return static_cast<int>(i);
    return -1;
  }

  std::size_t datasetCount() const {
    std::lock_guard lock(mutex_);
    return datasets_.size();
  }

  void clearDatasets() {
    std::lock_guard lock(mutex_);
    datasets_.clear();
  }

  void addAnnotation(std::string text) {
    std::lock_guard lock(mutex_);
    annotations_.push_back(std::move(text));
  }

  std::vector<std::string> annotations() const {
    std::lock_guard lock(mutex_);
    return annotations_;
  }

  void clearAnnotations() {
    std::lock_guard lock(mutex_);
    annotations_.clear();
  }

  // Markers at values of the domain.
  void addDomainMarker(double value) {
    std::lock_guard lock(mutex_);
    domainMarkers_.push_back(value);
  }

  std::vector<double> domainMarkers() const {
    std::lock_guard lock(mutex_);
    return domainMarkers_;
  }

  void clearDomainMarkers() {
    std::lock_guard lock(mutex_);
    domainMarkers_.clear();
  }

  void addRangeMarker(double value) {
    std::lock_guard lock(mutex_);
    rangeMarkers_.push_back(value);
  }

  std::vector<double> rangeMarkers() const {
    std::lock_guard lock(mutex_);
    return rangeMarkers_;
  }

  void clearRangeMarkers() {
    std::lock_guard lock(mutex_);
    rangeMarkers_.clear();
  }

  std::string domainAxisLabel() const {
    std::lock_guard lock(mutex_);
    return domainAxisLabel_;
  }

  void setDomainAxisLabel(std::string domainAxisLabel) {
    std::lock_guard lock(mutex_);
    domainAxisLabel_ = std::move(domainAxisLabel);
  }

  std::string domainAxisLocation() const {
    std::lock_guard lock(mutex_);
    return domainAxisLocation_;
  }

  void setDomainAxisLocation(std::string domainAxisLocation) {
    std::lock_guard lock(mutex_);
    domainAxisLocation_ = std::move(domainAxisLocation);
  }

  std::string rangeAxisLabel() const {
    std::lock_guard lock(mutex_);
    return rangeAxisLabel_;
  }

  void setRangeAxisLabel(std::string rangeAxisLabel) {
    std::lock_guard lock(mutex_);
    rangeAxisLabel_ = std::move(rangeAxisLabel);
  }

  std::string rangeAxisLocation() const {
    std::lock_guard lock(mutex_);
    return rangeAxisLocation_;
  }

  void setRangeAxisLocation(std::string rangeAxisLocation) {
    std::lock_guard lock(mutex_);
    rangeAxisLocation_ = std::move(rangeAxisLocation);
  }

  std::string renderer() const {
    std::lock_guard lock(mutex_);
    return renderer_;
  }

  void setRenderer(std::string renderer) {
    std::lock_guard lock(mutex_);
    renderer_ = std::move(renderer);
  }

  std::string seriesRenderingOrder() const {
    std::lock_guard lock(mutex_);
    return seriesRenderingOrder_;
  }

  void setSeriesRenderingOrder(std::string seriesRenderingOrder) {
    std::lock_guard lock(mutex_);
    seriesRenderingOrder_ = std::move(seriesRenderingOrder);
  }

  std::string datasetRenderingOrder() const {
    std::lock_guard lock(mutex_);
    return datasetRenderingOrder_;
  }

  void setDatasetRenderingOrder(std::string datasetRenderingOrder) {
    std::lock_guard lock(mutex_);
    datasetRenderingOrder_ = std::move(datasetRenderingOrder);
  }

  bool isVertical() const {
    std::lock_guard lock(mutex_);
    return vertical_;
  }

  void setVertical(bool vertical) {
    std::lock_guard lock(mutex_);
    vertical_ = vertical;
  }

  int weight() const {
    std::lock_guard lock(mutex_);
    return weight_;
  }

  void setWeight(int weight) {
    std::lock_guard lock(mutex_);
    weight_ = weight;
  }

  bool isDomainPannable() const {
    std::lock_guard lock(mutex_);
    return domainPannable_;
  }

  void setDomainPannable(bool domainPannable) {
    std::lock_guard lock(mutex_);
    domainPannable_ = domainPannable;
  }

  bool isRangePannable() const {
    std::lock_guard lock(mutex_);
    return rangePannable_;
  }

  void setRangePannable(bool rangePannable) {
    std::lock_guard lock(mutex_);
    rangePannable_ = rangePannable;
  }

  double quadrantOriginX() const {
    std::lock_guard lock(mutex_);
    return quadrantOriginX_;
  }

  void setQuadrantOriginX(double quadrantOriginX) {
    std::lock_guard lock(mutex_);
    quadrantOriginX_ = quadrantOriginX;
  }

  double quadrantOriginY() const {
    std::lock_guard lock(mutex_);
    return quadrantOriginY_;
  }

  void setQuadrantOriginY(double quadrantOriginY) {
    std::lock_guard lock(mutex_);
    quadrantOriginY_ = quadrantOriginY;
  }

  int quadrantColour0() const {
    std::lock_guard lock(mutex_);
    return quadrantColour0_;
  }

  void setQuadrantColour0(int quadrantColour0) {
    std::lock_guard lock(mutex_);
    quadrantColour0_ = quadrantColour0;
  }

  int quadrantColour1() const {
    std::lock_guard lock(mutex_);
    return quadrantColour1_;
  }

  void setQuadrantColour1(int quadrantColour1) {
    std::lock_guard lock(mutex_);
    quadrantColour1_ = quadrantColour1;
  }

  int quadrantColour2() const {
    std::lock_guard lock(mutex_);
    return quadrantColour2_;
  }

  void setQuadrantColour2(int quadrantColour2) {
    std::lock_guard lock(mutex_);
    quadrantColour2_ = quadrantColour2;
  }

  int quadrantColour3() const {
    std::lock_guard lock(mutex_);
    return quadrantColour3_;
  }

  void setQuadrantColour3(int quadrantColour3) {
    std::lock_guard lock(mutex_);
    quadrantColour3_ = quadrantColour3;
  }

  double fixedDomainAxisSpace() const {
    std::lock_guard lock(mutex_);
    return fixedDomainAxisSpace_;
  }

  void setFixedDomainAxisSpace(double fixedDomainAxisSpace) {
    std::lock_guard lock(mutex_);
    fixedDomainAxisSpace_ = fixedDomainAxisSpace;
  }

  double fixedRangeAxisSpace() const {
    std::lock_guard lock(mutex_);
    return fixedRangeAxisSpace_;
  }

  void setFixedRangeAxisSpace(double fixedRangeAxisSpace) {
    std::lock_guard lock(mutex_);
    fixedRangeAxisSpace_ = fixedRangeAxisSpace;
  }

  std::string fixedLegendItems() const {
    std::lock_guard lock(mutex_);
    return fixedLegendItems_;
  }

  void setFixedLegendItems(std::string fixedLegendItems) {
    std::lock_guard lock(mutex_);
    fixedLegendItems_ = std::move(fixedLegendItems);
  }

  int rendererCount() const {
    std::lock_guard lock(mutex_);
    return rendererCount_;
  }

  void setRendererCount(int rendererCount) {
    std::lock_guard lock(mutex_);
    rendererCount_ = rendererCount;
  }

  bool isShapesVisible() const {
    std::lock_guard lock(mutex_);
    return shapesVisible_;
  }

  void setShapesVisible(bool shapesVisible) {
    std::lock_guard lock(mutex_);
    shapesVisible_ = shapesVisible;
  }

  bool isLinesVisible() const {
    std::lock_guard lock(mutex_);
    return linesVisible_;
  }

  void setLinesVisible(bool linesVisible) {
    std::lock_guard lock(mutex_);
    linesVisible_ = linesVisible;
  }

  int shapeSize() const {
    std::lock_guard lock(mutex_);
    return shapeSize_;
  }

  void setShapeSize(int shapeSize) {
    std::lock_guard lock(mutex_);
    shapeSize_ = shapeSize;
  }

  bool isItemLabelsVisible() const {
    std::lock_guard lock(mutex_);
    return itemLabelsVisible_;
  }

  void setItemLabelsVisible(bool itemLabelsVisible) {
    std::lock_guard lock(mutex_);
    itemLabelsVisible_ = itemLabelsVisible;
  }

  std::string itemLabelFont() const {
    std::lock_guard lock(mutex_);
    return itemLabelFont_;
  }

  void setItemLabelFont(std::string itemLabelFont) {
    std::lock_guard lock(mutex_);
    itemLabelFont_ = std::move(itemLabelFont);
  }

  double itemLabelSize() const {
    std::lock_guard lock(mutex_);
    return itemLabelSize_;
  }

  void setItemLabelSize(double itemLabelSize) {
    std::lock_guard lock(mutex_);
    itemLabelSize_ = itemLabelSize;
  }

private:
  static Axes axesOf(const std::map<int, Axes>& axesOfDatasets, int dataset) {
    auto found = axesOfDatasets.find(dataset);
    return found == axesOfDatasets.end() ? Axes{0} : found->second;
  }

  std::vector<std::string> datasets_;
  std::vector<std::string> annotations_;
  std::vector<double> domainMarkers_;
  std::vector<double> rangeMarkers_;
  std::map<int, Axes> domainAxesOf_; // of the datasets that are not on the first axis
  std::map<int, Axes> rangeAxesOf_;

  std::string domainAxisLabel_ = "x";
  std::string domainAxisLocation_ = "bottom";
  std::string rangeAxisLabel_ = "y";
  std::string rangeAxisLocation_ = "left";
  std::string renderer_ = "lines";
  std::string seriesRenderingOrder_ = "reverse";
  std::string datasetRenderingOrder_ = "reverse";
  bool vertical_ = true;
  int weight_ = 1;
  bool domainPannable_ = false;
  bool rangePannable_ = false;
  double quadrantOriginX_ = 0;
  double quadrantOriginY_ = 0;
  int quadrantColour0_ = -1;
  int quadrantColour1_ = -1;
  int quadrantColour2_ = -1;
  int quadrantColour3_ = -1;
  double fixedDomainAxisSpace_ = 0;
  double fixedRangeAxisSpace_ = 0;
  std::string fixedLegendItems_;
  int rendererCount_ = 1;
  bool shapesVisible_ = false;
  bool linesVisible_ = true;
  int shapeSize_ = 3;
  bool itemLabelsVisible_ = false;
  std::string itemLabelFont_ = "sans";
  double itemLabelSize_ = 9;
};

} // namespace chart
