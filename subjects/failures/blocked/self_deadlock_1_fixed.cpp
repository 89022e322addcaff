// SPDX-License-Identifier: Apache-2.0
// The listener is called after the lock has been released.
#include <functional>
#include <mutex>
#include <thread>

namespace {

class Cell {
public:
  void set(int value) {
    std::function<void()> listener;
    {
      std::lock_guard lock(mutex_);
      value_ = value;
      listener = listener_;
    }
    if (listener)
      listener();
  }
  int get() {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void listen(std::function<void()> listener) {
    std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

private:
  std::mutex mutex_;
  std::function<void()> listener_;
  int value_ = 0;
};

} // namespace

int main() {
  Cell cell;
  std::thread setter([&] { cell.set(1); });
  std::thread registrar([&] { cell.listen([&] { cell.get(); }); });
  setter.join();
  registrar.join();
}
