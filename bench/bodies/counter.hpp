// SPDX-License-Identifier: Apache-2.0
// Two threads, 20 accesses to one plain counter.
#pragma once

#include <thread>

inline volatile int counter;

inline void body() {
  counter = 0;
  auto increment = [] {
    for (int i = 0; i < 5; ++i)
      counter = counter + 1;
  };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
}
