// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of PeriodAxis, V13 in Table 3 of the PCR paper.
// Prefix: an axis from one year to the next. Suffixes: range() | range().
#ifdef FIXED
#include "period_axis_fixed.hpp"
#else
#include "period_axis.hpp"
#endif

#include <thread>

int main() {
  chart::PeriodAxis axis("date");
  axis.setPeriod({2003, 250}, {2004, 40});
  std::thread first([&axis] { axis.range(); });  // BUG
  std::thread second([&axis] { axis.range(); }); // BUG
  first.join();
  second.join();
}
