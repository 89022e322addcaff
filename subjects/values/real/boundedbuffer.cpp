// SPDX-License-Identifier: Apache-2.0
// Four producers and four consumers wait for the same condition variable of a buffer with one place. A notification for one thread may
// wake a thread of the wrong kind, which waits again.
// Thesis: boundedbuffer, 8 threads, deadlock; no RW pairs, 28 MM, 56 WM and 56 WN pairs.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Buffer {
public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    while (full_)
      changed_.wait(lock); // BUG
    item_ = item;
    full_ = true;
    announce();
  }
  int take() {
    std::unique_lock lock(mutex_);
    while (!full_)
      changed_.wait(lock); // BUG
    full_ = false;
    announce();
    return item_;
  }

private:
  void announce() {
#ifdef FIXED
    changed_.notify_all();
#else
    changed_.notify_one();
#endif
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int item_ = 0;
  bool full_ = false;
};

} // namespace

int main() {
  Buffer buffer;
  std::vector<std::thread> threads;
  for (int item = 0; item < 4; ++item) {
    threads.emplace_back([&buffer, item] { buffer.put(item); });
    threads.emplace_back([&buffer] { buffer.take(); });
  }
  for (std::thread& thread : threads)
    thread.join();
}
