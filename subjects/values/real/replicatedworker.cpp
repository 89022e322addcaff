// SPDX-License-Identifier: Apache-2.0
// Five workers take items from a pool. An item may add another one, so that a worker may only stop when the pool is empty and no
// worker is busy. The number of busy workers is decremented outside the lock: if a decrement is lost, the others wait forever.
// Thesis: replicatedworker, 5 threads, deadlock caused by a race.
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

class WorkPool {
public:
  void add(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
    changed_.notify_all();
  }
  // An item, or nothing if there will not be another one.
  std::optional<int> take() {
    std::unique_lock lock(mutex_);
    while (items_.empty() && busy_ > 0)
      changed_.wait(lock); // BUG
    if (items_.empty())
      return std::nullopt;
    const int item = items_.back();
    items_.pop_back();
    ++busy_;
    return item;
  }
  void done() {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
    --busy_;
#else
    --busy_;
    const std::lock_guard lock(mutex_);
#endif
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> items_;
  int busy_ = 0;
};

// An item of size 2 leaves one of size 1.
void work(WorkPool& pool) {
  while (const std::optional<int> item = pool.take()) {
    if (*item > 1)
      pool.add(*item - 1);
    pool.done();
  }
}

} // namespace

int main() {
  WorkPool pool;
  pool.add(1);
  pool.add(2);
  std::vector<std::thread> workers;
  for (int i = 0; i < 5; ++i)
    workers.emplace_back([&] { work(pool); });
  for (std::thread& worker : workers)
    worker.join();
}
