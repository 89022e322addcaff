// SPDX-License-Identifier: Apache-2.0
// executions: 6 = C(4, 2)
// A local atomic captured by reference: reading the capture is not a choice, because its creator published it.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> value{0};
  std::thread first([&value] {
    value.store(1);
    value.store(2);
  });
  std::thread second([&value] {
    value.store(3);
    value.store(4);
  });
  first.join();
  second.join();
  return value.load() == 0 ? 1 : 0;
}
