// SPDX-License-Identifier: Apache-2.0
// std::mutex with lock_guard, bare lock/unlock and try_lock: no update is lost.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int counter = 0;
  auto guarded = [&] {
    for (int i = 0; i < 3; ++i) {
      std::lock_guard<std::mutex> lock(mutex);
      ++counter;
    }
  };
  auto bare = [&] {
    mutex.lock();
    counter += 10;
    mutex.unlock();
  };
  auto patient = [&] {
    while (!mutex.try_lock())
      std::this_thread::yield();
    std::lock_guard<std::mutex> lock(mutex, std::adopt_lock);
    counter += 100;
  };
  std::thread a(guarded);
  std::thread b(bare);
  std::thread c(patient);
  a.join();
  b.join();
  c.join();
  assert(counter == 113);
}
