// SPDX-License-Identifier: Apache-2.0
// Only the thread that wins the exchange delivers.
#include <atomic>
#include <future>
#include <thread>

namespace {

std::promise<int> result;
std::atomic<bool> delivered{false};

void deliver(int value) {
  if (delivered.exchange(true))
    return;
  result.set_value(value);
}

} // namespace

int main() {
  std::thread worker(deliver, 1);
  deliver(2);
  worker.join();
  result.get_future().get();
}
