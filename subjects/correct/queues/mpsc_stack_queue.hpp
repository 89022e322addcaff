// SPDX-License-Identifier: Apache-2.0
// Many producers push without a lock; a consumer takes the whole chain with one exchange.
// WRONG: drain() reads the head and clears it in two steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

class MpscStackQueue {
public:
  MpscStackQueue() = default;
  MpscStackQueue(const MpscStackQueue&) = delete;
  MpscStackQueue& operator=(const MpscStackQueue&) = delete;
  ~MpscStackQueue() { drain(); }

  void push(int value) {
    auto* node = new Node{value, head_.load(std::memory_order_relaxed)};
    while (!head_.compare_exchange_weak(
        node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }

  // All values, oldest first.
  std::vector<int> drain() {
#ifdef WRONG
    Node* chain = head_.load(std::memory_order_acquire);
    head_.store(nullptr);
#else
    Node* chain = head_.exchange(nullptr, std::memory_order_acquire);
#endif
    std::vector<int> values;
    while (chain) {
      const std::unique_ptr<Node> node(chain);
      values.push_back(node->value);
      chain = node->next;
    }
    std::reverse(values.begin(), values.end());
    return values;
  }

private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> head_{nullptr};
};
