// SPDX-License-Identifier: Apache-2.0
// A register protected by the queue lock of Mellor-Crummey and Scott.
// FORGETS_HAND_OVER: a release that sees no successor yet, though one is arriving, does not wait for it.
// LINKS_TOO_LATE: a thread looks at its own flag before its predecessor knows of it.
#pragma once

#include <atomic>

class McsLock {
public:
  struct Node {
    std::atomic<Node*> next{nullptr};
    std::atomic<bool> waits{false};
  };

  void lock(Node& mine) {
    mine.next.store(nullptr, std::memory_order_relaxed);
    mine.waits.store(true, std::memory_order_relaxed);
    Node* before = tail_.exchange(&mine, std::memory_order_acq_rel);
    if (before == nullptr)
      return;
#ifdef LINKS_TOO_LATE
    while (mine.waits.load(std::memory_order_acquire)) { // BUG
    }
    before->next.store(&mine, std::memory_order_release);
#else
    before->next.store(&mine, std::memory_order_release);
    while (mine.waits.load(std::memory_order_acquire)) {
    }
#endif
  }

  void unlock(Node& mine) {
    Node* after = mine.next.load(std::memory_order_acquire);
    if (after == nullptr) {
      Node* expected = &mine;
      if (tail_.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel))
        return;
#ifdef FORGETS_HAND_OVER
      return; // BUG
#else
      while ((after = mine.next.load(std::memory_order_acquire)) == nullptr) {
      }
#endif
    }
    after->waits.store(false, std::memory_order_release);
  }

private:
  std::atomic<Node*> tail_{nullptr};
};

class Register {
public:
  int exchange(int value) {
    McsLock::Node node;
    lock_.lock(node);
    int old = value_;
    value_ = value;
    lock_.unlock(node);
    return old;
  }

private:
  McsLock lock_;
  int value_ = 0;
};
