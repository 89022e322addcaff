// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <ostream>

#include "explore/strategies/direction.h"
#include "run_strategy.h"
#include "simulated_runtime.h"
#include "trace_text.h"

namespace heddle::explore {

// For expectations.
static bool operator==(const Leg& one, const Leg& other) {
  return one.thread == other.thread && one.entered == other.entered;
}
static void PrintTo(const Leg& leg, std::ostream* out) {
  *out << leg.thread << " to " << leg.entered;
}

namespace {

using testing::ElementsAre;
using testing::StartsWith;

trace::ExecutionTrace traceOf(const std::vector<runtime::Event>& events) {
  trace::ExecutionTrace trace;
  for (const runtime::Event& event : events)
    trace.append(event);
  return trace;
}

// ---- from an order to a course

// A thread that is to make n events enters one more and waits there.
TEST(Direction, LegsCountFromTheBeginningOfTheThread) {
  const Direction direction(trace::traceFromText("1Wx 1Wx 2Wx 1Wx"),
                            {.segments = {{1, 2, true}, {2, 1, true}, {1, 1, false}}});
  EXPECT_THAT(direction.follow({0, 2, 1, 3}), ElementsAre(Leg{1, 2}, Leg{2, 2}, Leg{1, 4}));
  EXPECT_THAT(direction.follow({2, 0}), ElementsAre(Leg{2, 2}, Leg{1, 2}));
}

// Threads enter events that are not in the trace: thread 1 one before its second access, thread 2 two before its first.
TEST(Direction, EventsThatAreNotInTheTraceCount) {
  std::vector<runtime::Event> events = trace::eventsFromText("1Wx 1Wx 2Wx");
  events[1].step = 3;
  events[2].step = 6;
  const Direction direction(traceOf(events), {.segments = {{1, 3, true}, {2, 3, false}}});
  EXPECT_THAT(direction.follow({2, 0, 1}), ElementsAre(Leg{2, 4}, Leg{1, 4}));
}

TEST(Direction, AThreadThatWaitsHasNoLeg) {
  std::vector<runtime::Event> events = trace::eventsFromText("1Wx 2Wx 1Wy 2Wx");
  events[2].kind = runtime::EventKind::Blocked;
  const Direction direction(
      traceOf(events), {.segments = {{1, 1, true}, {2, 1, true}, {1, 1, false}, {2, 1, false}}});
  EXPECT_THAT(direction.follow({0, 1, 2, 3}), ElementsAre(Leg{1, 2}, Leg{2, 3}));
}

// ---- from a course to an execution

std::string traceWith(std::vector<Leg> course) {
  DirectedStrategy directed;
  directed.setCourse(std::move(course));
  return runOnce(directed, 0);
}

const std::vector<std::vector<Step>> kWriters = {{{Op::Store, 0, 1}, {Op::Store, 0, 2}},
                                                 {{Op::Store, 0, 3}, {Op::Store, 0, 4}}};

// Main enters two creations and a join.
TEST(DirectedStrategy, ThreadsRunAsFarAsTheirLegs) {
  load(forkJoin(kWriters));
  EXPECT_EQ(traceWith({{0, 3}, {1, 2}, {2, 2}, {1, 3}}),
            "1:store0=1 2:store0=3 1:store0=2 2:store0=4");
  EXPECT_EQ(traceWith({{0, 3}, {2, 3}}), "2:store0=3 2:store0=4 1:store0=1 1:store0=2");
}

TEST(DirectedStrategy, FollowsTheDefaultScheduleWithoutACourse) {
  load(forkJoin(kWriters));
  EXPECT_EQ(traceWith({}), "1:store0=1 1:store0=2 2:store0=3 2:store0=4");
}

// Thread 2 is wanted, but thread 3 has the lock. Thread 1 would be next, but it has to wait for its leg; thread 3 has none
// left.
TEST(DirectedStrategy, AThreadWithoutALegMakesWay) {
  load(forkJoin({{{Op::Store, 0, 3}},
                 {{Op::Lock, 5}, {Op::Store, 0, 2}, {Op::Unlock, 5}},
                 {{Op::Lock, 5}, {Op::Store, 0, 1}, {Op::Unlock, 5}}}));
  EXPECT_THAT(traceWith({{0, 4}, {3, 2}, {2, 3}, {1, 2}}),
              StartsWith("3:lock5 3:store0=1 3:unlock5 2:lock5 2:store0=2"));
}

} // namespace
} // namespace heddle::explore
