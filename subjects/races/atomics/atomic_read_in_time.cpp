// SPDX-License-Identifier: Apache-2.0
// A node is read by atomic operations while it is in use, and rebuilt by plain writes when it is taken again. The
// reader is done before that, but the memory model does not know. Formally a race according to the standard, but
// harmless, and the way lock-free queues recycle their nodes: not reported.
#include <atomic>
#include <new>
#include <thread>

struct Node {
  std::atomic<int> next{0};
};
Node node;
std::atomic<bool> seen{false};

int main() {
  int next = 0;
  std::thread reader([&] {
    next = node.next.load();
    seen.store(true, std::memory_order_relaxed);
  });
  std::thread writer([] {
    if (seen.load(std::memory_order_relaxed))
      new (&node) Node;
  });
  reader.join();
  writer.join();
  return next;
}
