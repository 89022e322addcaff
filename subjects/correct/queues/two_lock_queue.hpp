// SPDX-License-Identifier: Apache-2.0
// The two-lock queue of Michael and Scott: one lock for each end, and a dummy node between them.
// WRONG: the link is not atomic.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

class TwoLockQueue {
public:
  TwoLockQueue() : head_(new Node), tail_(head_) {}
  TwoLockQueue(const TwoLockQueue&) = delete;
  TwoLockQueue& operator=(const TwoLockQueue&) = delete;
  ~TwoLockQueue() {
    while (head_) {
      Node* next = head_->next;
      delete head_;
      head_ = next;
    }
  }

  void enqueue(int value) {
    Node* node = new Node;
    node->value = value;
    std::lock_guard lock(tailMutex_);
    tail_->next = node;
    tail_ = node;
  }

  std::optional<int> dequeue() {
    Node* old;
    int value;
    {
      std::lock_guard lock(headMutex_);
      Node* next = head_->next;
      if (!next)
        return std::nullopt;
      value = next->value;
      old = head_;
      head_ = next;
    }
    delete old;
    return value;
  }

private:
  struct Node {
    int value = 0;
#ifdef WRONG
    Node* next = nullptr;
#else
    std::atomic<Node*> next{nullptr};
#endif
  };

  std::mutex headMutex_;
  Node* head_;
  std::mutex tailMutex_;
  Node* tail_;
};
