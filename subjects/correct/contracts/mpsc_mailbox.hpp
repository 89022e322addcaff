// SPDX-License-Identifier: Apache-2.0
// Vyukov's queue for many producers and one consumer. The consumer may see nothing while a producer is in between its two steps.
// WRONG: producers load and store the head instead of exchanging it.
#pragma once

#include <atomic>
#include <optional>

class MpscMailbox {
public:
  MpscMailbox() : head_(new Node), tail_(head_.load()) {}
  MpscMailbox(const MpscMailbox&) = delete;
  MpscMailbox& operator=(const MpscMailbox&) = delete;
  ~MpscMailbox() {
    while (tail_) {
      Node* next = tail_->next.load();
      delete tail_;
      tail_ = next;
    }
  }

  // Any thread.
  void send(int message) {
    Node* node = new Node;
    node->message = message;
#ifdef WRONG
    Node* before = head_.load();
    head_.store(node);
#else
    Node* before = head_.exchange(node, std::memory_order_acq_rel);
#endif
    before->next.store(node, std::memory_order_release);
  }

  // The consumer.
  std::optional<int> receive() {
    Node* next = tail_->next.load(std::memory_order_acquire);
    if (!next)
      return std::nullopt;
    const int message = next->message;
    delete tail_;
    tail_ = next;
    return message;
  }

private:
  struct Node {
    std::atomic<Node*> next{nullptr};
    int message = 0;
  };
  std::atomic<Node*> head_;
  Node* tail_;
};
