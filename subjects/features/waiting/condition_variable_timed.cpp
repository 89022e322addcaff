// SPDX-License-Identifier: Apache-2.0
// wait_for and wait_until of std::condition_variable, with and without predicate, both clocks.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  int stage = 0;
  std::thread driver([&] {
    for (int i = 1; i <= 3; ++i) {
      {
        std::lock_guard lock(mutex);
        stage = i;
      }
      changed.notify_all();
      std::this_thread::sleep_for(1ms);
    }
  });
  std::thread shortWaits([&] {
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, 1ms, [&] { return stage >= 1; })) {
    }
    while (stage < 2) {
      const auto status = changed.wait_for(lock, 1ms);
      assert(status == std::cv_status::timeout || status == std::cv_status::no_timeout);
    }
  });
  std::thread longWaits([&] {
    std::unique_lock lock(mutex);
    assert(changed.wait_for(lock, 10s, [&] { return stage >= 1; }));
    const auto steady = std::chrono::steady_clock::now() + 10s;
    assert(changed.wait_until(lock, steady, [&] { return stage >= 2; }));
    const auto system = std::chrono::system_clock::now() + 10s;
    while (stage < 3) {
      if (changed.wait_until(lock, system) == std::cv_status::timeout)
        assert(stage == 3);
    }
  });
  driver.join();
  shortWaits.join();
  longWaits.join();

  std::unique_lock lock(mutex);
  const auto before = std::chrono::steady_clock::now();
  assert(changed.wait_for(lock, 100ms) == std::cv_status::timeout);
  assert(std::chrono::steady_clock::now() - before >= 100ms);
  assert(!changed.wait_for(lock, 100ms, [] { return false; }));
}
