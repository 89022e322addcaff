// SPDX-License-Identifier: Apache-2.0
// The node is read after another thread has taken it out and deleted it.
#include <atomic>
#include <thread>

namespace {

struct Node {
  std::atomic<int> value{1};
};

std::atomic<Node*> head{nullptr};

} // namespace

int main() {
  head = new Node;
  std::thread reader([] {
    Node* node = head.load();
    if (node != nullptr)
      node->value.load(); // BUG
  });
  std::thread remover([] { delete head.exchange(nullptr); });
  reader.join();
  remover.join();
}
