// SPDX-License-Identifier: Apache-2.0
// Three threads ask for a value that is computed once.
#include "lazy_value.hpp"

#include <cassert>
#include <thread>

int main() {
  LazyValue value;
  std::thread one([&] { assert(value.get() == 42); });
  std::thread two([&] { assert(value.get() == 42); });
  assert(value.get() == 42);
  one.join();
  two.join();
}
