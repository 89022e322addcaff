// SPDX-License-Identifier: Apache-2.0
// Four threads count; nothing is lost.
#include "exponential_backoff.hpp"

#include <cassert>
#include <thread>
#include <vector>

int main() {
  Histogram histogram;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&histogram, i] { histogram.count(i % 2 == 0); });
  for (std::thread& thread : threads)
    thread.join();
  assert(histogram.total() == 4);
}
