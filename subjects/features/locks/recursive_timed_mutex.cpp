// SPDX-License-Identifier: Apache-2.0
// std::recursive_timed_mutex: nested timed locking.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::recursive_timed_mutex mutex;
  int value = 0;
  auto work = [&] {
    assert(mutex.try_lock_for(10s));
    assert(mutex.try_lock_for(1ms));
    mutex.lock();
    const int before = value;
    ++value;
    assert(value == before + 1);
    mutex.unlock();
    mutex.unlock();
    mutex.unlock();
  };
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  assert(value == 2);

  mutex.lock();
  mutex.lock();
  std::thread other([&] { assert(!mutex.try_lock_for(100ms)); });
  other.join();
  mutex.unlock();
  mutex.unlock();
}
