// SPDX-License-Identifier: Apache-2.0
// condition_variable_any with stop_token: wait, wait_for, wait_until end by stop or by predicate.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex mutex;
  std::condition_variable_any changed;
  int value = 0;
  std::jthread consumer([&](std::stop_token token) {
    std::unique_lock lock(mutex);
    int seen = 0;
    while (changed.wait(lock, token, [&] { return value > seen; }))
      seen = value;
    assert(token.stop_requested());
  });
  std::jthread timed([&](std::stop_token token) {
    std::unique_lock lock(mutex);
    assert(changed.wait_for(lock, token, 10s, [&] { return value >= 1; }));
    const bool reached = changed.wait_until(
        lock, token, std::chrono::steady_clock::now() + 10s, [&] { return value > 2; });
    assert(!reached && token.stop_requested());
  });
  for (int i = 1; i <= 2; ++i) {
    std::lock_guard lock(mutex);
    value = i;
    changed.notify_all();
  }
  {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, 1ms);
  }
  consumer.request_stop();
  std::this_thread::sleep_for(100ms);
  timed.request_stop();
}
