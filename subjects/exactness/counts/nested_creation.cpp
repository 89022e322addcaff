// SPDX-License-Identifier: Apache-2.0
// executions: 3 = C(3, 1)
// A thread hands what it was given on to a thread of its own; main stores once in the meantime.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> value{0};
  std::thread outer([&value] {
    int step = 2;
    std::thread inner([&value, &step] {
      value.fetch_add(step);
      value.fetch_add(step);
    });
    inner.join();
  });
  value.fetch_add(1);
  outer.join();
  return value == 5 ? 0 : 1;
}
