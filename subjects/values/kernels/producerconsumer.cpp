// SPDX-License-Identifier: Apache-2.0
// Four producers and three consumers share a buffer that is correct. The consumers add what they take to a sum that no lock
// protects, so that an item is lost from the sum.
// Thesis: producerconsumer, 7 threads, exception caused by a race.
#include <array>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Buffer {
public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    while (count_ == kCapacity)
      changed_.wait(lock);
    items_[(first_ + count_) % kCapacity] = item;
    ++count_;
    changed_.notify_all();
  }
  int take() {
    std::unique_lock lock(mutex_);
    while (count_ == 0)
      changed_.wait(lock);
    const int item = items_[first_];
    first_ = (first_ + 1) % kCapacity;
    --count_;
    changed_.notify_all();
    return item;
  }

private:
  static constexpr unsigned kCapacity = 2;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<int, kCapacity> items_{};
  unsigned first_ = 0;
  unsigned count_ = 0;
};

class Sum {
public:
  void add(int item) {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    value_ += item;
  }
  int value() const { return value_; }

private:
  std::mutex mutex_;
  int value_ = 0;
};

constexpr std::array kItems{1, 2, 4, 8}; // of one producer each
constexpr std::array kTaken{2, 1, 1};    // by one consumer each

} // namespace

int main() {
  Buffer buffer;
  Sum sum;
  std::vector<std::thread> threads;
  for (const int item : kItems)
    threads.emplace_back([&buffer, item] { buffer.put(item); });
  for (const int count : kTaken)
    threads.emplace_back([&buffer, &sum, count] {
      for (int i = 0; i < count; ++i)
        sum.add(buffer.take());
    });
  for (std::thread& thread : threads)
    thread.join();
  if (sum.value() != 15)
    throw std::logic_error("an item is missing from the sum"); // BUG
}
