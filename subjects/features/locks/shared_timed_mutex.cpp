// SPDX-License-Identifier: Apache-2.0
// std::shared_timed_mutex: timed shared and exclusive locking.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::shared_timed_mutex mutex;
  int value = 0;
  std::thread writer([&] {
    assert(mutex.try_lock_for(10s));
    ++value;
    mutex.unlock();
  });
  std::thread reader([&] {
    std::shared_lock lock(mutex, 10s);
    assert(lock.owns_lock());
    assert(value == 0 || value == 1);
  });
  std::thread hasty([&] {
    if (mutex.try_lock_shared_for(1ms))
      mutex.unlock_shared();
    if (mutex.try_lock_until(std::chrono::steady_clock::now() + 1ms))
      mutex.unlock();
  });
  writer.join();
  reader.join();
  hasty.join();
  assert(value == 1);

  mutex.lock();
  std::thread refused([&] {
    assert(!mutex.try_lock_shared_for(100ms));
    assert(!mutex.try_lock_shared_until(std::chrono::system_clock::now() + 100ms));
  });
  refused.join();
  mutex.unlock();
}
