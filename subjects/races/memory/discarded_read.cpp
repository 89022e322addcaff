// SPDX-License-Identifier: Apache-2.0
// A free list with tags. Popping reads the node's link, which another thread may be filling after it took the node: then
// the tag has changed, the compare-exchange fails and the value is thrown away. Racy by the letter of the standard,
// harmless, and how lock-free libraries do it: not reported.
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
