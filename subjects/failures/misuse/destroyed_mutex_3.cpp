// SPDX-License-Identifier: Apache-2.0
// The last release deletes the object inside its own critical section: the guard unlocks freed memory.
#include <mutex>
#include <thread>

namespace {

class Counted {
public:
  void release() {
    std::lock_guard lock(mutex_);
    if (--references_ == 0)
      delete this; // BUG
  } // BUG

private:
  ~Counted() = default;
  std::mutex mutex_;
  int references_ = 2;
};

} // namespace

int main() {
  auto* counted = new Counted;
  std::thread first([=] { counted->release(); });
  std::thread second([=] { counted->release(); });
  first.join();
  second.join();
}
