// SPDX-License-Identifier: Apache-2.0
// A free list with tags. pop reads the link of a node, which another thread may be writing after it took the node. Then
// the tag has changed, the compare-exchange fails, and the value is discarded. Formally a race according to the
// standard, but harmless, and the way lock-free libraries do it: not reported.
#include <atomic>
#include <thread>

struct Node {
  int next = 0; // index of a node, 0 for none
};
Node nodes[3] = {{0}, {2}, {0}};
std::atomic<unsigned> top{1}; // index in the low half, tag in the high half

void popAndFill() {
  unsigned old = top.load();
  for (;;) {
    unsigned index = old & 0xffff;
    if (index == 0)
      return;
    unsigned next = static_cast<unsigned>(nodes[index].next);
    if (top.compare_exchange_weak(old, (old & 0xffff0000) + 0x10000 + next)) {
      nodes[index].next = 7;
      return;
    }
  }
}

int main() {
  std::thread first(popAndFill);
  std::thread second(popAndFill);
  first.join();
  second.join();
  return nodes[1].next == 7 && nodes[2].next == 7 ? 0 : 1;
}
