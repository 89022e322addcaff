// SPDX-License-Identifier: Apache-2.0
// A balance under an MCS queue lock: each waiter spins on its own node.
// WRONG: unlock() assumes that no thread is about to queue up.
#pragma once

#include <atomic>
#include <thread>

class McsAccount {
public:
  McsAccount() = default;
  McsAccount(const McsAccount&) = delete;
  McsAccount& operator=(const McsAccount&) = delete;

  int add(int amount) {
    Node node;
    lock(node);
    balance_ += amount % 100;
    const int now = balance_;
    unlock(node);
    return now;
  }

  int balance() {
    Node node;
    lock(node);
    const int now = balance_;
    unlock(node);
    return now;
  }

private:
  struct Node {
    std::atomic<Node*> next{nullptr};
    std::atomic<bool> waiting{true};
  };

  void lock(Node& node) {
    Node* before = tail_.exchange(&node, std::memory_order_acq_rel);
    if (!before)
      return;
    before->next.store(&node, std::memory_order_release);
    while (node.waiting.load(std::memory_order_acquire))
      std::this_thread::yield();
  }

  void unlock(Node& node) {
    Node* next = node.next.load(std::memory_order_acquire);
    if (!next) {
#ifdef WRONG
      tail_.store(nullptr);
      return;
#else
      Node* expected = &node;
      if (tail_.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel))
        return;
      while (!(next = node.next.load(std::memory_order_acquire)))
        std::this_thread::yield();
#endif
    }
    next->waiting.store(false, std::memory_order_release);
  }

  std::atomic<Node*> tail_{nullptr};
  int balance_ = 0;
};
