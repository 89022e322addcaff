// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "calls/access_meetings.h"

namespace heddle::calls {
namespace {

using analysis::Relation;

Relation relation(std::size_t first, std::size_t second, bool conflict, bool parallel) {
  Relation out;
  out.first = first;
  out.second = second;
  out.conflict = conflict;
  out.parallel = parallel;
  return out;
}

HeldLocks holding(std::uint32_t exclusive, std::uint64_t taken = 1, std::uint32_t shared = 0) {
  HeldLocks held;
  held.mask = {.any = exclusive | shared, .exclusive = exclusive};
  for (unsigned i = 0; i < LockMask::kMost; ++i)
    held.taken[i] = ((exclusive | shared) >> i & 1) != 0 ? taken : 0;
  return held;
}

MethodAccess
access(std::uintptr_t granule, std::uint8_t read, std::uint8_t written, const HeldLocks& held) {
  return {.granule = granule, .read = read, .written = written, .held = &held, .site = nullptr};
}

// Two methods, 0 and 1, with one relation for each pair of them.
class Meetings : public testing::Test {
protected:
  void ruleOut(bool conflict, bool parallel) {
    meetings_.emplace(2,
                      std::vector{relation(0, 0, conflict, parallel),
                                  relation(0, 1, conflict, parallel),
                                  relation(1, 1, conflict, parallel)},
                      [this](const Meeting& meeting) { told_.push_back(meeting); });
  }
  void add(std::size_t method, std::vector<MethodAccess> accesses) {
    meetings_->add(method, accesses);
  }

  const HeldLocks nothing_ = holding(0);
  const HeldLocks lock_ = holding(1);
  std::optional<AccessMeetings> meetings_;
  std::vector<Meeting> told_;
};

TEST_F(Meetings, AWriteMeetsAReadOfTheSameByte) {
  ruleOut(false, true);
  add(0, {access(64, 0x0f, 0, nothing_)});
  EXPECT_TRUE(told_.empty());
  add(1, {access(64, 0, 0x01, nothing_)});
  ASSERT_EQ(told_.size(), 2U); // with itself, too: it writes
  EXPECT_EQ(told_[0].second, 0U);
  EXPECT_EQ(told_[1].second, 1U);
}

TEST_F(Meetings, OtherBytesAndOtherStatesDoNotMeet) {
  ruleOut(false, true);
  meetings_->forget(1, 1);
  add(0, {access(64, 0x0f, 0, nothing_)});
  add(1, {access(64, 0, 0xf0, nothing_), access(72, 0, 0xff, nothing_)});
  meetings_->beginState();
  add(1, {access(64, 0, 0x0f, nothing_)});
  EXPECT_TRUE(told_.empty());
}

TEST_F(Meetings, ALockDoesNotHelpMethodsWithoutConflict) {
  ruleOut(false, false);
  add(0, {access(64, 1, 0, lock_)});
  add(1, {access(64, 0, 1, lock_)});
  EXPECT_EQ(told_.size(), 2U);
}

TEST_F(Meetings, MethodsThatAreNotParallelNeedTheirLock) {
  ruleOut(true, false);
  add(0, {access(64, 1, 0, lock_)});
  add(1, {access(64, 0, 1, lock_)});
  EXPECT_TRUE(told_.empty());
  add(0, {access(64, 1, 0, nothing_)});
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_FALSE(told_[0].isGuarded);
}

TEST_F(Meetings, TwoReadersLocksAreNoLock) {
  ruleOut(true, false);
  const HeldLocks shared = holding(0, 1, 1);
  meetings_->forget(1, 1);
  add(0, {access(64, 1, 0, shared)});
  add(1, {access(64, 0, 1, lock_)});
  EXPECT_TRUE(told_.empty());
  add(1, {access(64, 0, 1, shared)});
  EXPECT_EQ(told_.size(), 1U);
}

TEST_F(Meetings, ALockThatIsGivenBackInBetweenIsTold) {
  ruleOut(true, false);
  HeldLocks again = holding(1, 9);
  again.again = 1;
  add(1, {access(64, 0, 1, lock_), access(72, 0, 1, lock_)});
  EXPECT_TRUE(told_.empty());
  add(0, {access(64, 1, 0, lock_), access(128, 1, 0, again)}); // only this call accesses the second
  EXPECT_TRUE(told_.empty());
  add(0, {access(64, 1, 0, lock_), access(72, 1, 0, again)});
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_TRUE(told_[0].isGuarded);
  EXPECT_EQ(told_[0].second, 1U);
}

// Two objects have one lock each and share another one: that lock need not make calls on both atomic.
TEST_F(Meetings, LocksOfOneObjectNeedNotCoverCallsOnTwo) {
  ruleOut(true, false);
  const HeldLocks both = holding(0b101);
  HeldLocks bothAgain = holding(0b101);
  bothAgain.again = 0b100;
  bothAgain.taken[2] = 9;
  const HeldLocks theirs = holding(0b110);
  HeldLocks theirsAgain = holding(0b110);
  theirsAgain.again = 0b100;
  theirsAgain.taken[2] = 9;
  for (int i = 0; i < 2; ++i) {
    add(0, {access(64, 0, 1, both), access(72, 0, 1, bothAgain)});
    meetings_->add(0, std::vector{access(64, 0, 1, theirs), access(72, 0, 1, theirsAgain)}, true);
  }
  EXPECT_TRUE(told_.empty());
  const HeldLocks oneOfTheirs = holding(0b010);
  meetings_->add(0, std::vector{access(64, 0, 1, oneOfTheirs)}, true);
  EXPECT_EQ(told_.size(), 1U);
}

TEST_F(Meetings, EachPairIsToldOnce) {
  ruleOut(false, true);
  for (int i = 0; i < 3; ++i)
    add(0, {access(64, 0, 1, nothing_)});
  EXPECT_EQ(told_.size(), 1U);
}

TEST_F(Meetings, WhatIsNotRuledOutIsNotTold) {
  ruleOut(true, true);
  add(0, {access(64, 1, 1, nothing_)});
  add(1, {access(64, 1, 1, nothing_)});
  EXPECT_TRUE(told_.empty());
}

TEST_F(Meetings, AStateOfTooMuchMemoryIsLeftOutInPart) {
  ruleOut(false, true);
  std::vector<MethodAccess> many;
  for (std::uintptr_t i = 0; i < 20'000; ++i)
    many.push_back(access(8 * i, 1, 0, nothing_));
  add(0, many);
  EXPECT_TRUE(told_.empty());
}

} // namespace
} // namespace heddle::calls
