// SPDX-License-Identifier: Apache-2.0
// A listener registered by another thread calls back into the object whose mutex is held.
#include <functional>
#include <mutex>
#include <thread>

namespace {

class Cell {
public:
  void set(int value) {
    std::lock_guard lock(mutex_);
    value_ = value;
    if (listener_)
      listener_();
  }
  int get() {
    std::lock_guard lock(mutex_); // BUG
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
