// SPDX-License-Identifier: Apache-2.0
// A getter returns a reference out of its lock; the entry is erased before it is read.
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

class Registry {
public:
  const std::string& nameOf(int key) {
    std::lock_guard lock(mutex_);
    return names_[key];
  }
  void erase(int key) {
    std::lock_guard lock(mutex_);
    names_.erase(key);
  }

private:
  std::mutex mutex_;
  std::map<int, std::string> names_{{1, "a name that lives on the heap"}};
};

} // namespace

int main() {
  Registry registry;
  std::thread reader([&] {
    const std::string& name = registry.nameOf(1);
    if (name.size() > 100) // BUG
      std::terminate();
  });
  std::thread eraser([&] { registry.erase(1); });
  reader.join();
  eraser.join();
}
