// SPDX-License-Identifier: Apache-2.0
// The recursion stops at or beyond the limit.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> limit{4};

int descend(int depth) {
  char frame[64];
  frame[0] = 1;
  char* volatile keep = frame;
  if (depth >= limit.load())
    return 0;
  return keep[0] + descend(depth + 1);
}

} // namespace

int main() {
  std::thread walker([] { descend(0); });
  std::thread tuner([] { limit = 1; });
  walker.join();
  tuner.join();
}
