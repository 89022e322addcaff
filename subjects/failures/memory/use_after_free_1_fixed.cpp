// SPDX-License-Identifier: Apache-2.0
// The thread that takes the node out is its only owner.
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
    Node* node = head.exchange(nullptr);
    if (node != nullptr)
      node->value.load();
    delete node;
  });
  std::thread remover([] { delete head.exchange(nullptr); });
  reader.join();
  remover.join();
}
