// SPDX-License-Identifier: Apache-2.0
// A barrier lets threads pass in pairs. A third thread that enters between the notification and the moment in which the waiting
// thread has the lock again passes with a group that is already complete.
// Thesis: blockbarrier, 4 threads, exception caused by barging; no RW pairs.
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Barrier {
public:
  void block() {
    std::unique_lock lock(mutex_);
#ifdef FIXED
    while (left_ > 0) // until the previous group has left
      changed_.wait(lock);
#endif
    ++arrived_;
    while (arrived_ < kParties)
      changed_.wait(lock);
    if (arrived_ > kParties)
      throw std::logic_error("too many threads pass the barrier together"); // BUG
    if (++left_ == kParties)
      arrived_ = left_ = 0;
    changed_.notify_all();
  }

private:
  static constexpr int kParties = 2;
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  int left_ = 0;
};

} // namespace

int main() {
  Barrier barrier;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { barrier.block(); });
  for (std::thread& thread : threads)
    thread.join();
}
