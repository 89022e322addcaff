// SPDX-License-Identifier: Apache-2.0
// A sequence of numbers behind a ticket lock.
// READS_WRONG_COUNTER: a thread compares its ticket with the counter of tickets, not with the one being served.
// SKIPS_A_TICKET: releasing serves the next ticket but one.
#pragma once

#include <atomic>

class TicketLock {
public:
  void lock() {
    unsigned mine = next_.fetch_add(1, std::memory_order_relaxed);
#ifdef READS_WRONG_COUNTER
    while (next_.load(std::memory_order_acquire) == mine) { // BUG
    }
#else
    while (serving_.load(std::memory_order_acquire) != mine) {
    }
#endif
  }

  void unlock() {
    unsigned served = serving_.load(std::memory_order_relaxed);
#ifdef SKIPS_A_TICKET
    bool isWaitedFor = next_.load() > served + 1;
    serving_.store(served + (isWaitedFor ? 2 : 1), std::memory_order_release); // BUG
#else
    serving_.store(served + 1, std::memory_order_release);
#endif
  }

private:
  std::atomic<unsigned> next_{0};
  std::atomic<unsigned> serving_{0};
};

class Numbering {
public:
  int next() {
    lock_.lock();
    int number = last_ + 1;
    last_ = number;
    lock_.unlock();
    return number;
  }

private:
  TicketLock lock_;
  int last_ = 0;
};
