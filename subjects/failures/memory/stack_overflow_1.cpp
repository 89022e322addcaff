// SPDX-License-Identifier: Apache-2.0
// Unbounded recursion: two threads link two nodes to each other, and the walk never ends.
#include <atomic>
#include <thread>

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
};

Node a;
Node b;

int lengthFrom(const Node* node) {                // BUG
  if (node == nullptr)                            // BUG
    return 0;                                     // BUG
  char frame[64];                                 // BUG
  frame[0] = 1;                                   // BUG
  char* volatile keep = frame;                    // BUG
  return keep[0] + lengthFrom(node->next.load()); // BUG
}

void link(Node& from, Node& to) {
  if (to.next.load() == nullptr)
    from.next.store(&to);
}

} // namespace

int main() {
  std::thread first([] { link(a, b); });
  std::thread second([] { link(b, a); });
  first.join();
  second.join();
  return lengthFrom(&a) > 2 ? 1 : 0;
}
