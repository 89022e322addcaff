// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "trace/locations.h"
#include "trace/reads_from.h"
#include "trace/sync_edges.h"
#include "trace/thread_order.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

template <typename Range>
std::vector<EventIndex> list(const Range& range) {
  return {range.begin(), range.end()};
}

using Indices = std::vector<EventIndex>;

TEST(ExecutionTrace, KnowsWhatReadsAndWrites) {
  ExecutionTrace trace = traceFromText("1Rx 1Wx 1Ux 1rx 1wx 1ux 1cx 1(m");
  std::vector<std::pair<bool, bool>> wanted = {{true, false},
                                               {false, true},
                                               {false, true},
                                               {true, false},
                                               {false, true},
                                               {true, true},
                                               {true, false},
                                               {false, false}};
  for (EventIndex event = 0; event < trace.length(); ++event)
    EXPECT_EQ(std::pair(trace.reads(event), trace.writes(event)), wanted[event]) << event;
  EXPECT_FALSE(trace.isAccess(7));
}

TEST(ThreadOrder, ListsTheEventsOfEachThread) {
  ThreadOrder order(traceFromText("0+1 1Wx 0Rx 2Rx 1Wy"));
  EXPECT_EQ(order.threadCount(), 3u);
  EXPECT_EQ(list(order.events(0)), (Indices{0, 2}));
  EXPECT_EQ(list(order.events(1)), (Indices{1, 4}));
  EXPECT_EQ(order.position(4), 1u);
  EXPECT_EQ(order.firstAfter(1, 1), 4u);
  EXPECT_EQ(order.firstAfter(2, 3), kNoEvent);
  EXPECT_EQ(order.lastBefore(0, 4), 2u);
  EXPECT_EQ(order.lastBefore(7, 4), kNoEvent);
}

TEST(Locations, AreDividedWhereAccessesBeginAndEnd) {
  // No other thread accesses the second half of the eight bytes.
  ExecutionTrace trace = traceFromText("1Rx 2W8x 1Ry");
  Locations locations(trace);
  auto range = locations.of(trace, 1);
  ASSERT_EQ(range.last - range.first, 2u);
  EXPECT_EQ(locations.address(range.first), addressOf('x'));
  EXPECT_EQ(locations.end(range.first), addressOf('x') + 4);
  EXPECT_EQ(list(locations.accesses(range.first)), (Indices{0, 1}));
  EXPECT_EQ(list(locations.accesses(range.first + 1)), (Indices{1}));
  auto other = locations.of(trace, 2);
  EXPECT_EQ(list(locations.accesses(other.first)), (Indices{2}));
  EXPECT_TRUE(locations.accesses(range.last).empty()); // between x and y
}

TEST(Locations, ATraceWithoutAccessesHasNone) {
  ExecutionTrace trace = traceFromText("1(m 1)m");
  EXPECT_EQ(Locations(trace).count(), 0u);
  EXPECT_EQ(Locations(ExecutionTrace()).count(), 0u);
}

TEST(ReadsFrom, FindsTheLastWriteOfEachByte) {
  ExecutionTrace trace = traceFromText("1Rx 1Wx 2Rx 2W8x 1Rx 1Wx 2R8x 2ux 1rx");
  ReadsFrom reads(trace, Locations(trace));
  EXPECT_EQ(list(reads.writers(0)), (Indices{kNoEvent}));
  EXPECT_EQ(reads.writer(0), kNoEvent);
  EXPECT_EQ(reads.writer(2), 1u);
  EXPECT_EQ(reads.writer(4), 3u);
  EXPECT_EQ(list(reads.writers(6)), (Indices{5, 3})); // its first four bytes, its last
  EXPECT_EQ(reads.writer(6), 5u);
  EXPECT_EQ(reads.writer(7), 5u); // reads before it writes
  EXPECT_EQ(reads.writer(8), 7u);
  EXPECT_TRUE(reads.writers(1).empty());
}

TEST(ReadsFrom, AFailedCompareExchangeWritesNothing) {
  ExecutionTrace trace = traceFromText("1wx 2cx 1rx");
  EXPECT_EQ(ReadsFrom(trace, Locations(trace)).writer(2), 0u);
}

TEST(SyncEdges, CreateJoinAndWakeUp) {
  ExecutionTrace trace = traceFromText("0+1 0Wx 1Rx 1(m 1Zcm 0!1c 1Yc 0-1");
  std::vector<SyncEdge> edges = syncEdges(trace, ThreadOrder(trace));
  EXPECT_EQ(edges,
            (std::vector<SyncEdge>{
                {SyncKind::Create, 0, 2}, {SyncKind::WakeUp, 5, 6}, {SyncKind::Join, 6, 7}}));
}

TEST(SyncEdges, AThreadThatNeverRanHasNone) {
  ExecutionTrace trace = traceFromText("0+1 0Wx");
  EXPECT_TRUE(syncEdges(trace, ThreadOrder(trace)).empty());
}

} // namespace
} // namespace heddle::trace
