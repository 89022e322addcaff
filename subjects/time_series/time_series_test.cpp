// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of TimeSeries, V14 in Table 3 of the PCR paper.
// Prefix: a series with two items. Suffixes: add() | clear().
#ifdef FIXED
#include "time_series_fixed.hpp"
#else
#include "time_series.hpp"
#endif

#include <thread>

int main() {
  chart::TimeSeries series("price");
  series.add(1, 10);
  series.add(2, 11);
  std::thread adding([&series] { series.add(3, 12); }); // BUG
  std::thread clearing([&series] { series.clear(); });
  adding.join();
  clearing.join();
}
