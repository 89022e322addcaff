// SPDX-License-Identifier: Apache-2.0
// A buffer waits for a semaphore while it holds its own lock. The thread that would release the semaphore needs that lock first.
// Thesis: nestedmonitor, 2 threads, deadlock; no RW pairs.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Semaphore {
public:
  explicit Semaphore(int permits) : permits_(permits) {}
  void acquire() {
    std::unique_lock lock(mutex_);
    while (permits_ == 0)
      released_.wait(lock); // BUG
    --permits_;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    ++permits_;
    released_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable released_;
  int permits_;
};

class Buffer {
public:
  void put(int item) {
#ifdef FIXED
    empty_.acquire();
    const std::lock_guard lock(mutex_);
#else
    const std::lock_guard lock(mutex_); // BUG
    empty_.acquire();
#endif
    item_ = item;
    full_.release();
  }
  int take() {
#ifdef FIXED
    full_.acquire();
    const std::lock_guard lock(mutex_);
#else
    const std::lock_guard lock(mutex_); // BUG
    full_.acquire();
#endif
    empty_.release();
    return item_;
  }

private:
  std::mutex mutex_;
  Semaphore empty_{1};
  Semaphore full_{0};
  int item_ = 0;
};

} // namespace

int main() {
  Buffer buffer;
  std::thread producer([&] { buffer.put(1); });
  std::thread consumer([&] { buffer.take(); });
  producer.join();
  consumer.join();
}
