// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of XYSeries, V16 in Table 3 of the PCR paper.
// Prefix: a series with a listener. Suffixes: addChangeListener() | fireSeriesChanged().
#ifdef FIXED
#include "xy_series_fixed.hpp"
#else
#include "xy_series.hpp"
#endif

#include <atomic>
#include <thread>

namespace {

class Counter : public chart::SeriesChangeListener {
public:
  void seriesChanged(const std::string&) override { ++changes_; }

private:
  std::atomic<int> changes_{0};
};

} // namespace

int main() {
  Counter first;
  Counter second;
  chart::XYSeries series("price");
  series.add(1, 10);
  series.addChangeListener(&first);
  std::thread adding([&series, &second] { series.addChangeListener(&second); });
  std::thread firing([&series] { series.fireSeriesChanged(); }); // BUG
  adding.join();
  firing.join();
}
