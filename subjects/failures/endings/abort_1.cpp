// SPDX-License-Identifier: Apache-2.0
// A reference count is read separately from its decrement: no thread, or every thread, is the last one.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> references{2};
std::atomic<int> destroyed{0};

void release() {
  references.fetch_sub(1);
  if (references.load() == 0 && destroyed.fetch_add(1) != 0)
    std::abort(); // BUG
}

} // namespace

int main() {
  std::thread first(release);
  std::thread second(release);
  first.join();
  second.join();
}
