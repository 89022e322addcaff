// SPDX-License-Identifier: Apache-2.0
// std::condition_variable: a bounded queue with two conditions, and notify_all to several waiters.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class BoundedQueue {
public:
  void push(int value) {
    std::unique_lock lock(mutex_);
    while (items_.size() == kCapacity)
      notFull_.wait(lock);
    items_.push_back(value);
    lock.unlock();
    notEmpty_.notify_one();
  }
  int pop() {
    std::unique_lock lock(mutex_);
    notEmpty_.wait(lock, [this] { return !items_.empty(); });
    const int value = items_.front();
    items_.pop_front();
    notFull_.notify_one();
    return value;
  }

private:
  static constexpr std::size_t kCapacity = 2;
  std::mutex mutex_;
  std::condition_variable notEmpty_;
  std::condition_variable notFull_;
  std::deque<int> items_;
};

} // namespace

int main() {
  BoundedQueue queue;
  int sum = 0;
  std::thread producer([&] {
    for (int i = 1; i <= 5; ++i)
      queue.push(i);
  });
  std::thread consumer([&] {
    for (int i = 1; i <= 5; ++i) {
      const int value = queue.pop();
      assert(value == i);
      sum += value;
    }
  });
  producer.join();
  consumer.join();
  assert(sum == 15);

  std::mutex mutex;
  std::condition_variable start;
  bool open = false;
  int passed = 0;
  std::vector<std::thread> runners;
  for (int i = 0; i < 3; ++i) {
    runners.emplace_back([&] {
      std::unique_lock lock(mutex);
      start.wait(lock, [&] { return open; });
      ++passed;
    });
  }
  {
    std::lock_guard lock(mutex);
    open = true;
  }
  start.notify_all();
  for (auto& runner : runners)
    runner.join();
  assert(passed == 3);
}
