// SPDX-License-Identifier: Apache-2.0
// The decrement itself tells who was last.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> references{2};
std::atomic<int> destroyed{0};

void release() {
  if (references.fetch_sub(1) == 1 && destroyed.fetch_add(1) != 0)
    std::abort();
}

} // namespace

int main() {
  std::thread first(release);
  std::thread second(release);
  first.join();
  second.join();
}
