// SPDX-License-Identifier: Apache-2.0
// A lock-free stack whose nodes are freed when the stack is destroyed, so that no thread reads a freed node and no address comes again.
// WRONG: pop() frees the node immediately.
#pragma once

#include <atomic>
#include <optional>

class TreiberStack {
public:
  TreiberStack() = default;
  TreiberStack(const TreiberStack&) = delete;
  TreiberStack& operator=(const TreiberStack&) = delete;
  ~TreiberStack() {
    release(top_.load());
    release(retired_.load());
  }

  void push(int value) {
    auto* node = new Node(value);
    pushTo(top_, node);
  }

  std::optional<int> pop() {
    Node* node = top_.load(std::memory_order_acquire);
    while (node && !top_.compare_exchange_weak(node, node->next, std::memory_order_acq_rel)) {
    }
    if (!node)
      return std::nullopt;
    const int value = node->value;
#ifdef WRONG
    delete node;
#else
    auto* grave = new Node(0);
    grave->buried = node;
    pushTo(retired_, grave);
#endif
    return value;
  }

  bool empty() const { return top_.load(std::memory_order_acquire) == nullptr; }

private:
  struct Node {
    explicit Node(int initial) : value(initial) {}
    int value;
    Node* next = nullptr;
    Node* buried = nullptr;
  };

  static void pushTo(std::atomic<Node*>& list, Node* node) {
    node->next = list.load(std::memory_order_relaxed);
    while (!list.compare_exchange_weak(
        node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }

  static void release(Node* node) {
    while (node) {
      Node* next = node->next;
      delete node->buried;
      delete node;
      node = next;
    }
  }

  std::atomic<Node*> top_{nullptr};
  std::atomic<Node*> retired_{nullptr};
};
