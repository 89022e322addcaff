// SPDX-License-Identifier: Apache-2.0
// The shared lock is released before the exclusive one is taken.
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

class Cache {
public:
  int get() {
    {
      std::shared_lock lock(mutex_);
      if (value_ != 0)
        return value_;
    }
    fill(1);
    return 1;
  }
  void fill(int value) {
    std::unique_lock lock(mutex_);
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
