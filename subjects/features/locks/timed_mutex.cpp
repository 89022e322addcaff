// SPDX-License-Identifier: Apache-2.0
// std::timed_mutex: a short wait may time out, a long one may not while the holder can run.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::timed_mutex mutex;
  int counter = 0;
  int gaveUp = 0;
  std::thread hasty([&] {
    if (mutex.try_lock_for(1ms)) {
      ++counter;
      mutex.unlock();
    } else {
      gaveUp = 1;
    }
  });
  std::thread patient([&] {
    std::unique_lock<std::timed_mutex> lock(mutex, 10s);
    assert(lock.owns_lock());
    ++counter;
  });
  std::thread plain([&] {
    std::lock_guard lock(mutex);
    ++counter;
  });
  hasty.join();
  patient.join();
  plain.join();
  assert(counter + gaveUp == 3);

  mutex.lock();
  std::thread refused([&] {
    assert(!mutex.try_lock_until(std::chrono::steady_clock::now() + 100ms));
    assert(!mutex.try_lock_until(std::chrono::system_clock::now() + 100ms));
    assert(!mutex.try_lock());
  });
  refused.join();
  mutex.unlock();
}
