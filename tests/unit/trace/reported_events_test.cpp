// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "trace/reported_events.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

using runtime::Event;
using runtime::EventKind;

using Indices = std::vector<EventIndex>;

TEST(ReportedEvents, AreSharedAccessesAndSynchronisation) {
  ExecutionTrace trace = traceFromText("1Wx 1Wy 2Rx 2(m 1!2c 2rz");
  EXPECT_EQ(reportedEvents(trace).events, (Indices{0, 2, 3, 5}));
}

TEST(ReportedEvents, MemoryIsSharedWordByWord) {
  ExecutionTrace trace = traceFromText("1W8x 2Rx 1Wy 1R8y");
  EXPECT_EQ(reportedEvents(trace).events, (Indices{0, 1}));
}

TEST(ReportedEvents, CallsAreKeptAroundWhatIsKept) {
  ExecutionTrace trace;
  auto add = [&](runtime::ThreadId thread, EventKind kind) {
    Event event;
    event.thread = thread;
    event.kind = kind;
    trace.append(event);
  };
  add(1, EventKind::FunctionEntry);
  add(1, EventKind::FunctionEntry);
  add(1, EventKind::FunctionExit);
  add(2, EventKind::FunctionEntry);
  add(1, EventKind::Lock);
  add(1, EventKind::FunctionExit);
  add(2, EventKind::FunctionExit);
  EXPECT_EQ(reportedEvents(trace).events, (Indices{0, 4, 5}));
}

TEST(ReportedEvents, ALongTraceLosesItsMiddle) {
  ExecutionTrace trace;
  constexpr EventIndex kEvents = ReportedEvents::kMost + 50;
  Event event;
  event.kind = EventKind::Lock;
  for (EventIndex i = 0; i < kEvents; ++i)
    trace.append(event);
  ReportedEvents reported = reportedEvents(trace);
  ASSERT_EQ(reported.events.size(), ReportedEvents::kMost);
  EXPECT_EQ(reported.leftOut, 50u);
  EXPECT_EQ(reported.events.front(), 0u);
  EXPECT_EQ(reported.events[ReportedEvents::kFirst - 1], ReportedEvents::kFirst - 1);
  EXPECT_EQ(reported.events[ReportedEvents::kFirst], ReportedEvents::kFirst + 50);
  EXPECT_EQ(reported.events.back(), kEvents - 1);
}

} // namespace
} // namespace heddle::trace
