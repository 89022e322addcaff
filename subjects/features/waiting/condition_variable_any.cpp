// SPDX-License-Identifier: Apache-2.0
// std::condition_variable_any over a shared_mutex and a hand-made lock, timed and untimed.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

namespace {

class CountingLock {
public:
  void lock() {
    mutex_.lock();
    ++locks_;
  }
  void unlock() { mutex_.unlock(); }
  int locks() const { return locks_; }

private:
  std::mutex mutex_;
  int locks_ = 0;
};

} // namespace

int main() {
  std::shared_mutex shared;
  std::condition_variable_any changed;
  bool ready = false;
  auto await = [&] {
    std::shared_lock lock(shared);
    changed.wait(lock, [&] { return ready; });
    assert(ready);
  };
  std::thread a(await);
  std::thread b(await);
  {
    std::unique_lock lock(shared);
    ready = true;
  }
  changed.notify_all();
  a.join();
  b.join();

  CountingLock counting;
  std::condition_variable_any signal;
  int stage = 0;
  std::thread waiter([&] {
    std::unique_lock lock(counting);
    while (stage == 0)
      signal.wait(lock);
    assert(signal.wait_for(lock, 10s, [&] { return stage == 2; }));
  });
  for (int i = 1; i <= 2; ++i) {
    std::unique_lock lock(counting);
    stage = i;
    signal.notify_one();
  }
  waiter.join();
  std::unique_lock lock(counting);
  assert(counting.locks() >= 4);
  assert(signal.wait_until(lock, std::chrono::steady_clock::now() + 100ms) ==
         std::cv_status::timeout);
}
