// SPDX-License-Identifier: Apache-2.0
// The value and what was written before set_value are ordered before get: no race.
#include <future>
#include <thread>

int side = 0;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread producer([&promise] {
    side = 1;
    promise.set_value(2);
  });
  const int sum = future.get() + side;
  producer.join();
  return sum == 3 ? 0 : 1;
}
