// SPDX-License-Identifier: Apache-2.0
// A reader upgrades to a writer while it still holds the shared lock, when it finds nothing cached.
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

class Cache {
public:
  int get() {
    std::shared_lock lock(mutex_);
    if (value_ == 0)
      fill(1);
    return value_;
  }
  void fill(int value) {
    std::unique_lock lock(mutex_); // BUG
    value_ = value;
  }

private:
  std::shared_mutex mutex_;
  int value_ = 0;
};

} // namespace

int main() {
  Cache cache;
  std::thread filler([&] { cache.fill(2); });
  std::thread reader([&] { cache.get(); });
  filler.join();
  reader.join();
}
