// SPDX-License-Identifier: Apache-2.0
// Two threads change one value, each under a lock, but not under the same lock.
// Thesis: wronglock, 2 threads, exception caused by a race; 5 RW pairs, because neither lock protects the value.
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

class Meter {
public:
  void measure() {
    const std::lock_guard lock(valueMutex_);
    const int before = value_;
    value_ += 1;
    if (value_ != before + 1)
      throw std::logic_error("the value changed during the measurement"); // BUG
  }
  void adjust() {
#ifdef FIXED
    const std::lock_guard lock(valueMutex_);
#else
    const std::lock_guard lock(settingsMutex_);
#endif
    value_ += 10;
  }

private:
  std::mutex valueMutex_;
  std::mutex settingsMutex_;
  int value_ = 0;
};

} // namespace

int main() {
  Meter meter;
  std::thread measuring([&] { meter.measure(); });
  std::thread adjusting([&] { meter.adjust(); });
  measuring.join();
  adjusting.join();
}
