// SPDX-License-Identifier: Apache-2.0
// In every random order the node is freed before it is used. The access fails before it becomes a scheduling point, and so
// the first executions do not show that it could have come before the free.
#include <atomic>
#include <thread>

struct Node {
  int value;
};

std::atomic<bool> deleted{false};
std::atomic<Node*> head{nullptr};
std::atomic<int> phase{0};

void removeHead() {
  if (!deleted.exchange(true))
    delete head.load();
  phase.load();
}

void useHead() {
  phase.store(1);
  phase.store(2);
  if (Node* node = head.load())
    node->value += 1;
}

int main() {
  head = new Node{1};
  std::thread remover(removeHead);
  std::thread user(useHead);
  remover.join();
  user.join();
}
