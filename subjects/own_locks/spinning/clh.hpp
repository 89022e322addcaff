// SPDX-License-Identifier: Apache-2.0
// A stack of numbers protected by the queue lock of Craig, Landin and Hagersten.
// RAISES_LATE: a thread joins the queue before it says that it is busy.
#pragma once

#include <atomic>

class ClhLock {
public:
  struct Node {
    std::atomic<bool> busy{false};
  };

  ~ClhLock() { delete tail_.load(); }

  // Returns the argument for unlock.
  Node* lock() {
    Node* mine = new Node;
#ifndef RAISES_LATE
    mine->busy.store(true, std::memory_order_relaxed);
#endif
    Node* before = tail_.exchange(mine, std::memory_order_acq_rel);
#ifdef RAISES_LATE
    mine->busy.store(true, std::memory_order_relaxed); // BUG
#endif
    while (before->busy.load(std::memory_order_acquire)) {
    }
    delete before;
    return mine;
  }
  void unlock(Node* mine) { mine->busy.store(false, std::memory_order_release); }

private:
  std::atomic<Node*> tail_{new Node};
};

class Stack {
public:
  bool push(int value) {
    ClhLock::Node* held = lock_.lock();
    bool fits = size_ < 4;
    if (fits)
      values_[size_++] = value;
    lock_.unlock(held);
    return fits;
  }

  int pop() {
    ClhLock::Node* held = lock_.lock();
    int value = size_ == 0 ? -1 : values_[--size_];
    lock_.unlock(held);
    return value;
  }

private:
  ClhLock lock_;
  int values_[4] = {};
  int size_ = 0;
};
