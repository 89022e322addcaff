// SPDX-License-Identifier: Apache-2.0
// std::recursive_mutex: nested locking by its owner, exclusion against others until the last unlock.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::recursive_mutex mutex;
int depth = 0;
int total = 0;

void descend(int levels) {
  std::lock_guard lock(mutex);
  ++depth;
  const int mine = depth;
  if (levels > 0)
    descend(levels - 1);
  assert(depth == mine);
  --depth;
  ++total;
}

} // namespace

int main() {
  std::thread a(descend, 2);
  std::thread b(descend, 3);
  std::thread c([] {
    if (!mutex.try_lock())
      return;
    assert(depth == 0);
    assert(mutex.try_lock());
    mutex.unlock();
    mutex.unlock();
  });
  a.join();
  b.join();
  c.join();
  assert(depth == 0 && total == 7);
}
