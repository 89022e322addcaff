// SPDX-License-Identifier: Apache-2.0
// Quick sort by a pool of threads. A part is counted as open after it was put into the queue; a worker that takes and finishes it before
// lets the count drop to zero too early, and the result is looked at while parts are still being sorted. Argument: the number of
// values.
#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Sorter {
public:
  explicit Sorter(int count) {
    for (int i = 0; i < count; ++i)
      values_.push_back((i * 7 + 3) % count);
  }

  void sort() {
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i)
      workers.emplace_back([this] { work(); });
    add({0, static_cast<int>(values_.size())});
    wait();
    for (std::thread& worker : workers)
      worker.join();
  }

private:
  static constexpr int kShort = 2;

  struct Part {
    int begin, end;
  };

  void add(Part part) {
    {
      const std::lock_guard lock(mutex_);
      parts_.push_back(part);
    }
    added_.notify_one();
    const std::lock_guard lock(mutex_);
    ++open_;
  }

  void wait() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return open_ == 0; });
    assert(std::is_sorted(values_.begin(), values_.end())); // BUG
    stopping_ = true;
    added_.notify_all();
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      added_.wait(lock, [this] { return stopping_ || !parts_.empty(); });
      if (parts_.empty())
        return;
      const Part part = parts_.front();
      parts_.pop_front();
      lock.unlock();
      sort(part);
      lock.lock();
      if (--open_ == 0)
        done_.notify_all();
    }
  }

  void sort(Part part) {
    while (part.end - part.begin > kShort) {
      const int middle = split(part);
      add({part.begin, middle});
      part.begin = middle + 1;
    }
    std::sort(at(part.begin), at(part.end));
  }

  int split(Part part) {
    const auto last = at(part.end - 1);
    const auto middle =
        std::partition(at(part.begin), last, [pivot = *last](int value) { return value < pivot; });
    std::iter_swap(middle, last);
    return static_cast<int>(middle - values_.begin());
  }

  std::vector<int>::iterator at(int index) { return values_.begin() + index; }

  std::vector<int> values_;
  std::mutex mutex_;
  std::condition_variable added_;
  std::condition_variable done_;
  std::deque<Part> parts_;
  int open_ = 0;
  bool stopping_ = false;
};

} // namespace

int main(int argc, char** argv) {
  Sorter sorter(argc > 1 ? std::atoi(argv[1]) : 10);
  sorter.sort();
}
