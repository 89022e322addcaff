// SPDX-License-Identifier: Apache-2.0
// Check and take are two critical sections: the last item is taken twice.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Stock {
public:
  bool available() {
    std::lock_guard lock(mutex_);
    return items_ > 0;
  }
  void take() {
    std::lock_guard lock(mutex_);
    --items_;
    assert(items_ >= 0); // BUG
  }
  void takeIfAvailable() {
    if (available())
      take();
  }

private:
  std::mutex mutex_;
  int items_ = 1;
};

} // namespace

int main() {
  Stock stock;
  std::thread first([&] { stock.takeIfAvailable(); });
  std::thread second([&] { stock.takeIfAvailable(); });
  first.join();
  second.join();
}
