// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of XYPlot, V15 in Table 3 of the PCR paper.
// Prefix: a plot with two datasets on axes of their own. Suffixes: clone() | mapDatasetToDomainAxes().
#ifdef FIXED
#include "xy_plot_fixed.hpp"
#else
#include "xy_plot.hpp"
#endif

#include <thread>

int main() {
  chart::XYPlot plot;
  plot.addDataset("price");
  plot.addDataset("volume");
  plot.mapDatasetToDomainAxis(0, 1);
  plot.mapDatasetToDomainAxis(1, 2);
  std::thread cloning([&plot] { plot.clone(); }); // BUG
  std::thread mapping([&plot] { plot.mapDatasetToDomainAxes(0, {1, 2}); });
  cloning.join();
  mapping.join();
}
