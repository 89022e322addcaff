// SPDX-License-Identifier: Apache-2.0
// A consumer tests the queue again after each wait.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace {

class Queue {
public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    filled_.notify_one();
  }
  int pop() {
    std::unique_lock lock(mutex_);
    while (items_.empty())
      filled_.wait(lock);
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> items_;
};

} // namespace

int main() {
  Queue queue;
  std::thread one([&] { queue.pop(); });
  std::thread other([&] { queue.pop(); });
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  one.join();
  other.join();
  producer.join();
}
