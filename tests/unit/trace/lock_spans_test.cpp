// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "trace/lock_spans.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

// The locks held at an event, by letter.
std::string heldAt(const LockSpans& locks, EventIndex event) {
  std::string held;
  for (std::uint32_t span : locks.heldAt(event))
    held += static_cast<char>((locks.all()[span].lock - addressOf('\0')) / 16);
  return held;
}

void expectSpan(const LockSpan& span, EventIndex acquired, EventIndex released) {
  EXPECT_EQ(span.acquired, acquired);
  EXPECT_EQ(span.released, released);
}

TEST(LockSpans, GoFromAcquisitionToRelease) {
  LockSpans locks(traceFromText("1Rx 1(m 1Rx 1)m 1Rx"));
  ASSERT_EQ(locks.all().size(), 1u);
  expectSpan(locks.all()[0], 1, 3);
  EXPECT_EQ(locks.all()[0].thread, 1u);
  EXPECT_FALSE(locks.all()[0].shared);
  const char* wanted[] = {"", "m", "m", "m", ""};
  for (EventIndex event = 0; event < 5; ++event)
    EXPECT_EQ(heldAt(locks, event), wanted[event]) << event;
}

TEST(LockSpans, NestAndReturnToTheSameSet) {
  LockSpans locks(traceFromText("1(m 1Rx 1(n 1Rx 1)n 1Rx 1)m"));
  EXPECT_EQ(heldAt(locks, 3), "mn");
  EXPECT_EQ(locks.lockSet(1), locks.lockSet(5));
  EXPECT_NE(locks.lockSet(1), locks.lockSet(3));
}

TEST(LockSpans, TwoCriticalSectionsAreTwoSpans) {
  LockSpans locks(traceFromText("1(m 1Rx 1)m 1(m 1Rx 1)m"));
  EXPECT_EQ(locks.all().size(), 2u);
  EXPECT_NE(locks.lockSet(1), locks.lockSet(4));
}

TEST(LockSpans, ARecursiveLockIsOneSpan) {
  LockSpans locks(traceFromText("1(m 1(m 1)m 1Rx 1)m 1Rx"));
  ASSERT_EQ(locks.all().size(), 1u);
  EXPECT_EQ(locks.all()[0].released, 4u);
  EXPECT_EQ(heldAt(locks, 3), "m");
  EXPECT_EQ(heldAt(locks, 5), "");
}

TEST(LockSpans, ReadersShare) {
  LockSpans locks(traceFromText("1[m 2[m 1]m 2]m 3(m 3)m"));
  ASSERT_EQ(locks.all().size(), 3u);
  EXPECT_TRUE(locks.all()[0].shared);
  auto held = [&](EventIndex event) { return locks.spansOf(locks.lockSet(event)).front(); };
  EXPECT_FALSE(held(0).excludes(held(1)));
  EXPECT_TRUE(held(0).excludes(held(4)));
}

TEST(LockSpans, AConditionReleasesItsMutexAndTakesItAgain) {
  LockSpans locks(traceFromText("1(n 1(m 1(m 1Zcm 2(m 2)m 1Yc 1)m 1Rx 1)m 1Rx"));
  ASSERT_EQ(locks.all().size(), 4u);
  expectSpan(locks.all()[1], 1, 3);
  expectSpan(locks.all()[3], 6, 9); // twice taken, twice to be released
  EXPECT_EQ(heldAt(locks, 3), "nm");
  EXPECT_EQ(heldAt(locks, 6), "nm");
  EXPECT_EQ(heldAt(locks, 8), "nm");
  EXPECT_EQ(heldAt(locks, 10), "n");
}

TEST(LockSpans, WaitingHoldsNothingToTheEnd) {
  LockSpans locks(traceFromText("1(m 1Zcm 2(m"));
  ASSERT_EQ(locks.all().size(), 2u);
  EXPECT_EQ(locks.all()[0].released, 1u);
  EXPECT_EQ(locks.all()[1].released, kNoEvent);
}

TEST(LockSpans, ABusyLockIsNotHeld) {
  LockSpans locks(traceFromText("1(m 2?m 2Rx 1)m"));
  EXPECT_EQ(locks.all().size(), 1u);
  EXPECT_EQ(heldAt(locks, 2), "");
}

TEST(LockSpans, ATraceMayBeginInside) {
  LockSpans locks(traceFromText("1Rx 1)m 1Rx"));
  ASSERT_EQ(locks.all().size(), 1u);
  EXPECT_EQ(locks.all()[0].acquired, kNoEvent);
  EXPECT_EQ(locks.all()[0].released, 1u);
}

} // namespace
} // namespace heddle::trace
