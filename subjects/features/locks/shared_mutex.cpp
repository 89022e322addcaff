// SPDX-License-Identifier: Apache-2.0
// std::shared_mutex: readers together, a writer alone.
#include <atomic>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex mutex;
  int low = 0;
  int high = 0;
  std::atomic<int> readers{0};
  auto write = [&] {
    std::unique_lock lock(mutex);
    assert(readers.load() == 0);
    ++low;
    ++high;
  };
  auto read = [&] {
    std::shared_lock lock(mutex);
    readers.fetch_add(1);
    assert(low == high);
    readers.fetch_sub(1);
  };
  std::thread a(write);
  std::thread b(read);
  std::thread c(read);
  std::thread d([&] {
    if (mutex.try_lock_shared()) {
      assert(low == high);
      mutex.unlock_shared();
    }
    if (mutex.try_lock()) {
      ++low;
      ++high;
      mutex.unlock();
    }
  });
  a.join();
  b.join();
  c.join();
  d.join();
  assert(low == high && low >= 1);

  mutex.lock_shared();
  std::thread together([&] {
    assert(mutex.try_lock_shared());
    assert(!mutex.try_lock());
    mutex.unlock_shared();
  });
  together.join();
  mutex.unlock_shared();
}
