// SPDX-License-Identifier: Apache-2.0
// Sixteen writers and sixteen readers share a pipe. It notifies one thread, and only when it stops being empty or full. If a second
// writer enters before the notified reader, its item is not announced, and another reader waits although there is something to read.
// Thesis: piper, 32 threads, deadlock caused by barging; 496 MM, 992 WM and 992 WN pairs.
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Pipe {
public:
  void write(int item) {
    std::unique_lock lock(mutex_);
    while (count_ == kCapacity)
      changed_.wait(lock); // BUG
    items_[(first_ + count_) % kCapacity] = item;
    if (count_++ == 0)
      announce();
  }
  int read() {
    std::unique_lock lock(mutex_);
    while (count_ == 0)
      changed_.wait(lock); // BUG
    const int item = items_[first_];
    first_ = (first_ + 1) % kCapacity;
    if (count_-- == kCapacity)
      announce();
    return item;
  }

private:
  void announce() {
#ifdef FIXED
    changed_.notify_all();
#else
    changed_.notify_one();
#endif
  }

  static constexpr unsigned kCapacity = 4;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<int, kCapacity> items_{};
  unsigned first_ = 0;
  unsigned count_ = 0;
};

constexpr int kItems = 16;

} // namespace

int main() {
  Pipe pipe;
  std::vector<std::thread> threads;
  for (int item = 0; item < kItems; ++item) {
    threads.emplace_back([&pipe, item] { pipe.write(item); });
    threads.emplace_back([&pipe] { pipe.read(); });
  }
  for (std::thread& thread : threads)
    thread.join();
}
