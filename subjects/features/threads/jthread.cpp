// SPDX-License-Identifier: Apache-2.0
// std::jthread joins by itself; a stop_token ends a polling loop and a waiting one.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> rounds{0};
  std::atomic<bool> stopped{false};
  {
    std::jthread poller([&](std::stop_token token) {
      do {
        rounds.fetch_add(1);
        std::this_thread::yield();
      } while (!token.stop_requested());
      stopped = true;
    });
    assert(poller.get_stop_source().stop_possible());
    while (rounds.load() == 0)
      std::this_thread::yield();
  }
  assert(stopped && rounds > 0);

  std::mutex mutex;
  std::condition_variable_any changed;
  bool ready = false;
  bool sawStop = false;
  std::jthread waiter([&](std::stop_token token) {
    std::unique_lock lock(mutex);
    sawStop = !changed.wait(lock, token, [&] { return ready; });
  });
  assert(waiter.request_stop());
  assert(!waiter.request_stop());
  waiter.join();
  assert(sawStop);

  int plain = 0;
  {
    std::jthread withoutToken([&plain] { plain = 1; });
  }
  assert(plain == 1);
}
