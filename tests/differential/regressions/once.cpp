// SPDX-License-Identifier: Apache-2.0
// Whether the second thread sees the guard before or after the end of the initialisation decides whether it waits.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> total{0};

int makeValue() {
  total.exchange(2);
  return 1;
}

int value() {
  static int made = makeValue();
  return made;
}

void work() {
  total.fetch_add(1);
  value();
  total.fetch_add(1);
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
  assert(total != 4);
}
