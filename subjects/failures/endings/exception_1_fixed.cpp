// SPDX-License-Identifier: Apache-2.0
// Size and element belong to one critical section.
#include <mutex>
#include <thread>
#include <vector>

namespace {

class History {
public:
  int last() {
    std::lock_guard lock(mutex_);
    return entries_.empty() ? 0 : entries_.at(entries_.size() - 1);
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
