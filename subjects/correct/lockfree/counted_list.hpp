// SPDX-License-Identifier: Apache-2.0
// A list without locks for a limited number of elements. Each step of add() is one compare-exchange or addition, and size() counts an element
// a moment after it can be found, as in most containers of this kind.
// WRONG: add() compares the size with the limit before it adds.
#pragma once

#include <atomic>

class CountedList {
public:
  CountedList() = default;
  CountedList(const CountedList&) = delete;
  CountedList& operator=(const CountedList&) = delete;
  ~CountedList() {
    while (Node* node = head_.load()) {
      head_.store(node->next);
      delete node;
    }
  }

  // False if it is full.
  bool add(int value) {
#ifdef WRONG
    if (size_.load() >= kLimit)
      return false;
#else
    int reserved = reserved_.load();
    do {
      if (reserved >= kLimit)
        return false;
    } while (!reserved_.compare_exchange_weak(reserved, reserved + 1));
#endif
    Node* node = new Node{value, head_.load()};
    while (!head_.compare_exchange_weak(node->next, node)) {
    }
    size_.fetch_add(1);
    return true;
  }

  bool contains(int value) const {
    for (const Node* node = head_.load(); node != nullptr; node = node->next)
      if (node->value == value)
        return true;
    return false;
  }

  int size() const { return size_.load(); }

private:
  struct Node {
    int value;
    Node* next;
  };

  static constexpr int kLimit = 2;
  std::atomic<Node*> head_{nullptr};
  std::atomic<int> reserved_{0};
  std::atomic<int> size_{0};
};
