// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "trace/thread_accesses.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

TEST(ThreadAccesses, ListAThreadsAccessesWithTheirLocks) {
  auto profiles = threadAccesses(traceFromText("1(m 1Rx 1Rx 1)m 1(m 1Rx 1)m 2Wx"));
  ASSERT_EQ(profiles.size(), 3u);
  const ThreadAccesses& one = profiles[1];
  ASSERT_EQ(one.accesses.size(), 3u);
  EXPECT_TRUE(one.accesses[0].reads);
  EXPECT_FALSE(one.accesses[0].writes);
  EXPECT_EQ(one.held(one.accesses[0]), one.held(one.accesses[1]));
  EXPECT_EQ(one.held(one.accesses[2]).size(), 1u);
  EXPECT_NE(one.held(one.accesses[0]), one.held(one.accesses[2])); // another critical section
  EXPECT_EQ(one.locks, (std::vector<std::uintptr_t>{addressOf('m')}));
  EXPECT_TRUE(profiles[2].accesses[0].writes);
  EXPECT_TRUE(profiles[0].accesses.empty());
}

TEST(ThreadAccesses, CountOccurrences) {
  auto profiles = threadAccesses(traceFromText("1Rx@1 1Ry@1 1Rx@2 1Rx@1"));
  std::vector<std::uint32_t> occurrences;
  for (const ThreadAccess& access : profiles[1].accesses)
    occurrences.push_back(access.occurrence);
  EXPECT_EQ(occurrences, (std::vector<std::uint32_t>{0, 0, 0, 1}));
}

TEST(ThreadAccesses, ACompareExchangeMayWriteInAnotherInterleaving) {
  auto profiles = threadAccesses(traceFromText("1cx"));
  EXPECT_TRUE(profiles[1].accesses[0].writes);
}

// A thread cannot be stopped right before it.
TEST(ThreadAccesses, FreeingHasThePlaceOfTheOperationBeforeIt) {
  auto profiles = threadAccesses(traceFromText("1(m 1rx 1rx@1 1rx@1 1Uy 1)m"));
  const ThreadAccess& freeing = profiles[1].accesses.back();
  EXPECT_TRUE(freeing.frees);
  EXPECT_TRUE(freeing.writes);
  EXPECT_EQ(freeing.address, addressOf('y'));
  EXPECT_EQ(freeing.site, profiles[1].accesses[2].site);
  EXPECT_EQ(freeing.place, addressOf('x'));
  EXPECT_EQ(freeing.occurrence, 1u);
  EXPECT_EQ(profiles[1].held(freeing).size(), 1u);
}

TEST(ThreadAccesses, KnowWhichThreadsComeBeforeAndAfter) {
  auto profiles = threadAccesses(traceFromText("0Wx 0+1 0Wx 1Rx 0-1 0Wx"));
  const ThreadAccesses& main = profiles[0];
  auto at = [&](unsigned access) { return main.surroundings[main.accesses[access].surroundings]; };
  EXPECT_TRUE(at(0).later.contains(1));
  EXPECT_FALSE(at(1).later.contains(1));
  EXPECT_FALSE(at(1).earlier.contains(1));
  EXPECT_TRUE(at(2).earlier.contains(1));
}

TEST(ThreadAccesses, ALongListLosesItsEnd) {
  ExecutionTrace trace;
  runtime::Event event;
  event.size = 4;
  for (std::size_t i = 0; i <= ThreadAccesses::kMost; ++i)
    trace.append(event);
  auto profiles = threadAccesses(trace);
  EXPECT_EQ(profiles[0].accesses.size(), ThreadAccesses::kMost);
  EXPECT_FALSE(profiles[0].isComplete);
}

TEST(AreIndependent, WithoutACommonWrite) {
  auto profiles = threadAccesses(traceFromText("1Rx 1Wy 2Rx 2Rx 3Ry"));
  EXPECT_TRUE(areIndependent(profiles[1], profiles[2]));
  EXPECT_FALSE(areIndependent(profiles[1], profiles[3]));
}

TEST(AreIndependent, NotWithTwoCommonLocksOrAnotherObject) {
  auto profiles =
      threadAccesses(traceFromText("1(m 1)m 2(m 2)m 3(m 3(n 3)n 3)m 4(n 4(m 4)m 4)n 5Ps 6Vs"));
  EXPECT_TRUE(areIndependent(profiles[1], profiles[2]));
  EXPECT_TRUE(areIndependent(profiles[1], profiles[3]));
  EXPECT_FALSE(areIndependent(profiles[3], profiles[4]));
  EXPECT_FALSE(areIndependent(profiles[5], profiles[6]));
}

TEST(ShareNothing, NotEvenALock) {
  auto profiles = threadAccesses(traceFromText("1(m 1Rx 1)m 2(m 2)m 3(n 3Rx 3)n 4Wx"));
  EXPECT_FALSE(shareNothing(profiles[1], profiles[2]));
  EXPECT_TRUE(shareNothing(profiles[1], profiles[3]));
  EXPECT_FALSE(shareNothing(profiles[3], profiles[4]));
}

} // namespace
} // namespace heddle::trace
