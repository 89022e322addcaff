// SPDX-License-Identifier: Apache-2.0
// executions: 10 = C(5, 2)
// Threads run member functions of one object on the heap.
#include <atomic>
#include <memory>
#include <thread>

struct Counter {
  std::atomic<int> value{0};
  void twice() {
    ++value;
    ++value;
  }
  void thrice() {
    twice();
    ++value;
  }
};

int main() {
  auto counter = std::make_unique<Counter>();
  std::thread first(&Counter::twice, counter.get());
  std::thread second(&Counter::thrice, counter.get());
  first.join();
  second.join();
  return counter->value == 5 ? 0 : 1;
}
