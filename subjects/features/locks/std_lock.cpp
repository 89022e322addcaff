// SPDX-License-Identifier: Apache-2.0
// std::lock and std::try_lock over mutexes of different types.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex plain;
  std::recursive_mutex recursive;
  std::timed_mutex timed;
  int value = 0;
  std::thread a([&] {
    std::lock(plain, recursive, timed);
    std::lock_guard first(plain, std::adopt_lock);
    std::lock_guard second(recursive, std::adopt_lock);
    std::lock_guard third(timed, std::adopt_lock);
    ++value;
  });
  std::thread b([&] {
    std::unique_lock first(timed, std::defer_lock);
    std::unique_lock second(plain, std::defer_lock);
    std::lock(first, second);
    ++value;
  });
  std::thread c([&] {
    const int failed = std::try_lock(plain, timed);
    if (failed != -1)
      return;
    plain.unlock();
    timed.unlock();
  });
  a.join();
  b.join();
  c.join();
  assert(value == 2);
}
