// SPDX-License-Identifier: Apache-2.0
// One reading of the size decides.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

class Ring {
public:
  int size() {
    std::lock_guard lock(mutex_);
    return size_;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    size_ = 0;
  }
  int slotOf(int key) {
    const int n = size();
    return n == 0 ? -1 : key % n;
  }

private:
  std::mutex mutex_;
  int size_ = 4;
};

} // namespace

int main() {
  Ring ring;
  std::atomic<int> slot{0};
  std::thread user([&] { slot = ring.slotOf(7); });
  std::thread cleaner([&] { ring.clear(); });
  user.join();
  cleaner.join();
}
