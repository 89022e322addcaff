// SPDX-License-Identifier: Apache-2.0
// A counter under a ticket lock.
#pragma once

#include <atomic>
#include <thread>

class TicketCounter {
public:
  TicketCounter() = default;
  TicketCounter(const TicketCounter&) = delete;
  TicketCounter& operator=(const TicketCounter&) = delete;

  int increment() {
    const Turn turn(*this);
    return ++value_;
  }

  int value() {
    const Turn turn(*this);
    return value_;
  }

private:
  class Turn {
  public:
    explicit Turn(TicketCounter& owner) : owner_(owner) {
      const unsigned ticket = owner_.next_.fetch_add(1, std::memory_order_relaxed);
      while (owner_.serving_.load(std::memory_order_acquire) != ticket)
        std::this_thread::yield();
    }
    ~Turn() { owner_.serving_.fetch_add(1, std::memory_order_release); }

  private:
    TicketCounter& owner_;
  };

  std::atomic<unsigned> next_{0};
  std::atomic<unsigned> serving_{0};
  int value_ = 0;
};
