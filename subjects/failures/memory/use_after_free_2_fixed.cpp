// SPDX-License-Identifier: Apache-2.0
// The getter returns a copy made under the lock.
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

class Registry {
public:
  std::string nameOf(int key) {
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
    const std::string name = registry.nameOf(1);
    if (name.size() > 100)
      std::terminate();
  });
  std::thread eraser([&] { registry.erase(1); });
  reader.join();
  eraser.join();
}
