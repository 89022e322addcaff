// SPDX-License-Identifier: Apache-2.0
// The object is deleted after all threads have released its lock.
#include <mutex>
#include <thread>

namespace {

class Counted {
public:
  void release() {
    bool last = false;
    {
      std::lock_guard lock(mutex_);
      last = --references_ == 0;
    }
    if (last)
      delete this;
  }

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
