// SPDX-License-Identifier: Apache-2.0
// Check and take happen in one critical section.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Stock {
public:
  void takeIfAvailable() {
    std::lock_guard lock(mutex_);
    if (items_ == 0)
      return;
    --items_;
    assert(items_ >= 0);
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
