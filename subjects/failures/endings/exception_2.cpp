// SPDX-License-Identifier: Apache-2.0
// Both threads pass the test and deliver: the second set_value throws, and the exception is not caught.
#include <atomic>
#include <future>
#include <thread>

namespace {

std::promise<int> result;
std::atomic<bool> delivered{false};

void deliver(int value) {
  if (delivered.load())
    return;
  delivered.store(true);
  result.set_value(value); // BUG
}

} // namespace

int main() {
  std::thread worker(deliver, 1);
  deliver(2);
  worker.join();
  result.get_future().get();
}
