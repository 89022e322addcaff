// SPDX-License-Identifier: Apache-2.0
// The recursion stops at a limit it compares for equality; the limit is lowered below its depth.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> limit{4};

int descend(int depth) {               // BUG
  char frame[64];                      // BUG
  frame[0] = 1;                        // BUG: or here
  char* volatile keep = frame;         // BUG
  if (depth == limit.load())           // BUG
    return 0;                          // BUG
  return keep[0] + descend(depth + 1); // BUG
}

} // namespace

int main() {
  std::thread walker([] { descend(0); });
  std::thread tuner([] { limit = 1; });
  walker.join();
  tuner.join();
}
