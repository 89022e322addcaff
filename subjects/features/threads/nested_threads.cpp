// SPDX-License-Identifier: Apache-2.0
// Threads that start threads that start threads; the innermost results travel outwards.
#include <cassert>
#include <thread>
#include <vector>

namespace {

int countLeaves(int depth) {
  if (depth == 0)
    return 1;
  int counts[2] = {};
  std::thread left([&] { counts[0] = countLeaves(depth - 1); });
  std::thread right([&] { counts[1] = countLeaves(depth - 1); });
  left.join();
  right.join();
  return counts[0] + counts[1];
}

} // namespace

int main() {
  assert(countLeaves(3) == 8);
  std::thread inner;
  std::thread outer([&inner] { inner = std::thread([] {}); });
  outer.join();
  inner.join();
}
