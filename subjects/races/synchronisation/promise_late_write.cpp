// SPDX-License-Identifier: Apache-2.0
// A write after set_value races with the read after get.
#include <future>
#include <thread>

int side = 0;

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread producer([&promise] {
    promise.set_value();
    side = 1;
  });
  future.get();
  const int seen = side;
  producer.join();
  return seen >= 0 ? 0 : 1;
}
