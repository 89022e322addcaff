// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trace/execution_trace.h"
#include "trace/thread_order.h"

namespace heddle::trace {

// A partial order of the events of a trace, by vector clocks.
class HappensBefore {
public:
  enum class Order : std::uint8_t {
    // Program order, creating and joining threads: what holds in every schedule.
    CreateJoin,
    // Also what this schedule synchronised: a release of a lock before its next acquisition, a notification before the
    // wake-up, a semaphore's post before the wait, an initialiser before the threads that find it done, an atomic write
    // before the atomic reads that follow it. Atomics count as sequentially consistent, whatever their memory order is.
    Synchronised,
  };

  HappensBefore(const ExecutionTrace& trace, const ThreadOrder& order, Order which);

  bool before(EventIndex one, EventIndex other) const;
  bool areOrdered(EventIndex one, EventIndex other) const {
    return before(one, other) || before(other, one);
  }

private:
  // By thread: how many of its events come before.
  using Clock = std::vector<std::uint32_t>;
  struct Thread {
    Clock clock;
    Clock pending; // comes before its next event
    std::uint32_t row = 0;
    bool isStale = true;          // the clock has grown since `row`
    std::uintptr_t waitMutex = 0; // of the condition wait it is in
  };

  void visit(EventIndex event, Order which);
  void synchronise(EventIndex event, Thread& thread);
  void join(Thread& thread, const Clock& other);
  void acquire(Thread& thread, std::uintptr_t object);
  void release(const Thread& thread, std::uintptr_t object);

  const ExecutionTrace& trace_;
  const ThreadOrder& order_;
  std::vector<Thread> threads_;
  std::unordered_map<std::uintptr_t, Clock> objects_;
  std::vector<Clock> rows_; // shared by events of a thread between which it acquires nothing
  std::vector<std::uint32_t> rowOf_; // by event
};

} // namespace heddle::trace
