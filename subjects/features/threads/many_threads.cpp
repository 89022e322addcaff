// SPDX-License-Identifier: Apache-2.0
// 256 threads that are alive at the same time and wait at one gate.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 256;
  std::mutex mutex;
  std::condition_variable changed;
  int waiting = 0;
  bool open = false;
  std::atomic<int> passed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      std::unique_lock lock(mutex);
      if (++waiting == kThreads)
        changed.notify_all();
      changed.wait(lock, [&] { return open; });
      lock.unlock();
      passed.fetch_add(1);
    });
  }
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return waiting == kThreads; });
    open = true;
  }
  changed.notify_all();
  for (auto& thread : threads)
    thread.join();
  assert(passed == kThreads);
}
