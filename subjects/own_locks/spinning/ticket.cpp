// SPDX-License-Identifier: Apache-2.0
// Three threads, two numbers each: all of them different.
#include "ticket.hpp"

#include <cassert>
#include <thread>
#include <vector>

int main() {
  Numbering numbering;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      int first = numbering.next();
      assert(numbering.next() > first);
    });
  for (std::thread& thread : threads)
    thread.join();
  assert(numbering.next() == 7);
}
