// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of NumberAxis, V12 in Table 3 of the PCR paper.
// Prefix: an axis with a range. Suffixes: centerRange() | setRange() to a range below it.
#ifdef FIXED
#include "number_axis_fixed.hpp"
#else
#include "number_axis.hpp"
#endif

#include <thread>

int main() {
  chart::NumberAxis axis("price");
  axis.setRange(10, 20);
  std::thread centering([&axis] { axis.centerRange(5); }); // BUG
  std::thread setting([&axis] { axis.setRange(0, 1); });
  centering.join();
  setting.join();
}
