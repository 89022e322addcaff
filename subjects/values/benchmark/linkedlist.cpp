// SPDX-License-Identifier: Apache-2.0
// Two threads append to a linked list without a lock. Both find the same last node, and one of the two new nodes is lost.
// Thesis: linkedlist, 2 threads, exception caused by a race; 144 RW pairs and no others.
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

struct Node {
  int value;
  Node* next = nullptr;
};

class List {
public:
  ~List() {
    while (first_ != nullptr) {
      Node* const rest = first_->next;
      delete first_;
      first_ = rest;
    }
  }
  void append(int value) {
    Node* const added = new Node{value};
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    if (first_ == nullptr) {
      first_ = added;
      return;
    }
    Node* last = first_;
    while (last->next != nullptr)
      last = last->next;
    last->next = added;
  }
  int size() const {
    int count = 0;
    for (const Node* node = first_; node != nullptr; node = node->next)
      ++count;
    return count;
  }

private:
  std::mutex mutex_;
  Node* first_ = nullptr;
};

constexpr int kAppends = 3; // of each thread

void build(List& list, int from) {
  for (int i = 0; i < kAppends; ++i)
    list.append(from + i);
}

} // namespace

int main() {
  List list;
  std::thread one([&] { build(list, 0); });
  std::thread other([&] { build(list, kAppends); });
  one.join();
  other.join();
  if (list.size() != 2 * kAppends)
    throw std::logic_error("a node is missing"); // BUG
}
