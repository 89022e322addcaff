// SPDX-License-Identifier: Apache-2.0
// std::unique_lock: defer, try, adopt, early unlock, relock, move and release.
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>

int main() {
  std::mutex mutex;
  int counter = 0;
  auto work = [&] {
    std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
    assert(!lock.owns_lock());
    lock.lock();
    ++counter;
    lock.unlock();
    lock.lock();
    std::unique_lock<std::mutex> moved = std::move(lock);
    assert(!lock.owns_lock() && moved.owns_lock());
    ++counter;
    std::mutex* raw = moved.release();
    assert(raw == &mutex);
    std::unique_lock<std::mutex> adopted(*raw, std::adopt_lock);
    ++counter;
    try {
      adopted.lock();
      assert(false);
    } catch (const std::system_error& error) {
      assert(error.code() == std::errc::resource_deadlock_would_occur);
    }
  };
  std::thread a(work);
  std::thread b(work);
  std::thread c([&] {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (lock)
      counter += 0;
  });
  a.join();
  b.join();
  c.join();
  assert(counter == 6);
}
