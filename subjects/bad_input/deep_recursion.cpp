// SPDX-License-Identifier: Apache-2.0
// Recursion that needs 1 MB of stack in each of two threads: legitimate.
#include <cassert>
#include <thread>

namespace {

int descend(int depth) {
  char frame[1000];
  frame[0] = 1;
  char* volatile keep = frame;
  return depth == 0 ? 0 : keep[0] + descend(depth - 1);
}

} // namespace

int main() {
  std::thread first([] { assert(descend(1000) == 1000); });
  std::thread second([] { assert(descend(1000) == 1000); });
  first.join();
  second.join();
}
