// SPDX-License-Identifier: Apache-2.0
// vector::at beyond the end: the size is taken in one critical section, the element in another.
#include <mutex>
#include <thread>
#include <vector>

namespace {

class History {
public:
  std::size_t size() {
    std::lock_guard lock(mutex_);
    return entries_.size();
  }
  int at(std::size_t index) {
    std::lock_guard lock(mutex_);
    return entries_.at(index); // BUG
  }
  int last() {
    const std::size_t n = size();
    return n == 0 ? 0 : at(n - 1);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    entries_.clear();
  }

private:
  std::mutex mutex_;
  std::vector<int> entries_{1, 2, 3};
};

} // namespace

int main() {
  History history;
  std::thread reader([&] { history.last(); });
  std::thread cleaner([&] { history.clear(); });
  reader.join();
  cleaner.join();
}
