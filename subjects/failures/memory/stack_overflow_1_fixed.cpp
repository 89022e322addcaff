// SPDX-License-Identifier: Apache-2.0
// Test and link are one step under a lock, so no cycle can form.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
};

Node a;
Node b;
std::mutex mutex;

int lengthFrom(const Node* node) {
  if (node == nullptr)
    return 0;
  char frame[64];
  frame[0] = 1;
  char* volatile keep = frame;
  return keep[0] + lengthFrom(node->next.load());
}

void link(Node& from, Node& to) {
  std::lock_guard lock(mutex);
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
