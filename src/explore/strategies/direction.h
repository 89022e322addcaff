// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "explore/strategies/strategy.h"
#include "model/schedule.h"
#include "trace/execution_trace.h"

namespace heddle::explore {

// A thread runs until it has entered this many events since it began.
struct Leg {
  runtime::ThreadId thread;
  std::uint32_t entered;
};

// From an order of events of an execution to a course that makes them happen in that order.
//
// The runtime counts an event when a thread enters it, and asks then which thread runs next. A thread that is to stop after an
// event therefore enters the next one and waits there.
class Direction {
public:
  // `recorded`: the schedule of the execution that had this trace.
  Direction(const trace::ExecutionTrace& trace, const model::Schedule& recorded);

  // `order` has a prefix of each thread.
  std::vector<Leg> follow(const std::vector<trace::EventIndex>& order) const;

private:
  std::vector<runtime::ThreadId> threads_; // by event
  std::vector<std::uint32_t>
      entered_;               // by event: how many events its thread had entered when it happened
  std::vector<bool> isPause_; // by event: its thread began to wait
};

// Every execution follows a course, and the default schedule (untilBlocked) after its end.
//
// Unlike a replay, it is asked at scheduling points alone, not at every event, so a thread may go further than its leg
// says. Legs count from the beginning of the thread, so that the next one is not longer for it.
class DirectedStrategy final : public Strategy {
public:
  void setCourse(std::vector<Leg> legs);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice&) override { return 0; }

private:
  bool isDone(const Leg& leg, const runtime::SchedulingPoint& point) const;
  runtime::ThreadId makeWay(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId switchTo(runtime::ThreadId thread, const runtime::SchedulingPoint& point);

  std::vector<Leg> legs_;
  std::size_t leg_ = 0;                                     // the one being run
  std::array<std::size_t, runtime::kMaxThreads> last_;      // by thread: one more than its last leg
  std::array<std::uint32_t, runtime::kMaxThreads> entered_; // by thread: before it runs now
};

} // namespace heddle::explore
