// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "reproduce/stack_pruning.h"

namespace heddle::reproduce {
namespace {

using model::StackPruning;
using trace::HeldSpan;

constexpr std::uintptr_t kField = 0x1000, kOther = 0x2000, kLock = 0x8000, kSecondLock = 0x9000;

DetailedCall callOf(std::vector<std::vector<HeldSpan>> heldSets,
                    std::vector<DetailedAccess> accesses) {
  DetailedCall call;
  call.alone.outcome = calls::CallOutcome::Returned;
  for (auto& held : heldSets)
    call.details.heldSets.push_back(std::move(held));
  for (const DetailedAccess& access : accesses) {
    MemoryRange range{access.address, access.address + access.size};
    if (access.reads && access.early)
      call.details.readEarly.push_back(range);
    if (access.writes)
      call.details.written.push_back(range);
  }
  call.details.accesses = std::move(accesses);
  return call;
}

DetailedAccess reading(std::uintptr_t address, std::uint32_t held, bool early = true) {
  return {address, 8, true, false, held, early};
}
DetailedAccess writing(std::uintptr_t address, std::uint32_t held) {
  return {address, 8, false, true, held, true};
}

TEST(FailsAlone, WaitingIsNoFailure) {
  DetailedCall call;
  for (calls::CallOutcome outcome :
       {calls::CallOutcome::Threw, calls::CallOutcome::Failed, calls::CallOutcome::Endless}) {
    call.alone.outcome = outcome;
    EXPECT_TRUE(failsAlone(call));
  }
  for (calls::CallOutcome outcome : {calls::CallOutcome::Returned, calls::CallOutcome::Blocked}) {
    call.alone.outcome = outcome;
    EXPECT_FALSE(failsAlone(call));
  }
}

TEST(Interferes, WritesWhatIsReadBeforeThePointOfFailure) {
  DetailedCall crashing = callOf({}, {reading(kField, 0), reading(kOther, 0, false)});
  EXPECT_TRUE(interferes(callOf({}, {writing(kField, 0)}), crashing));
  EXPECT_TRUE(interferes(callOf({}, {writing(kField + 4, 0)}), crashing)); // half of it
  EXPECT_FALSE(interferes(callOf({}, {writing(kField + 8, 0)}), crashing));
  EXPECT_FALSE(interferes(callOf({}, {reading(kField, 0)}), crashing));
  EXPECT_FALSE(interferes(callOf({}, {writing(kOther, 0)}), crashing)); // read too late
}

TEST(CommonUse, IsTheMemoryAndTheLocksThatBothUse) {
  DetailedCall crashing = callOf({}, {reading(kField, 0), reading(kOther, 0)});
  DetailedCall first = callOf({}, {writing(kField, 0)});
  DetailedCall second = callOf({}, {writing(kOther, 0)});
  EXPECT_EQ(commonUse(crashing, first), commonUse(crashing, first));
  EXPECT_NE(commonUse(crashing, first), commonUse(crashing, second));
  DetailedCall locked = first;
  crashing.details.locks = {kLock};
  locked.details.locks = {kLock};
  first.details.locks = {kSecondLock};
  EXPECT_NE(commonUse(crashing, first), commonUse(crashing, locked));
}

TEST(ChangedWords, AreThoseThatAreRead) {
  DetailedCall crashing = callOf({}, {reading(kField, 0), reading(kOther + 4, 0)});
  DetailedCall other;
  EXPECT_EQ(changedWords(other, crashing), 0u);
  other.details.changed = {kField - 8, kField, kField + 8, kOther, kOther + 8, kOther + 16};
  EXPECT_EQ(changedWords(other, crashing), 3u); // of the second, half of two words
}

// ConCrash, Figure 7: the same lock is taken twice, and the other call fits in between.
TEST(CanInterleave, BetweenTwoSpansOfOneLock) {
  DetailedCall twice =
      callOf({{{kLock, 1, false}}, {{kLock, 2, false}}}, {writing(kField, 1), writing(kField, 2)});
  DetailedCall once = callOf({{{kLock, 1, false}}}, {writing(kField, 1)});
  EXPECT_TRUE(canInterleave(twice, once));
  EXPECT_TRUE(canInterleave(once, twice));
}

TEST(CanInterleave, NotWhenOneLockIsHeldOverEverything) {
  DetailedCall one = callOf({{{kLock, 1, false}}}, {reading(kField, 1), writing(kField, 1)});
  DetailedCall other = callOf({{{kLock, 1, false}}}, {writing(kField, 1)});
  EXPECT_FALSE(canInterleave(one, other));
}

TEST(CanInterleave, ReadersDoNotKeepReadersOut) {
  DetailedCall reader = callOf({{{kLock, 1, true}}}, {reading(kField, 1)});
  DetailedCall wrong = callOf({{{kLock, 1, true}}}, {writing(kField, 1)});
  DetailedCall right = callOf({{{kLock, 1, false}}}, {writing(kField, 1)});
  EXPECT_TRUE(canInterleave(reader, wrong));
  EXPECT_FALSE(canInterleave(reader, right));
}

TEST(CanInterleave, WithoutAnyLock) {
  EXPECT_TRUE(canInterleave(callOf({{{kLock, 1, false}}}, {reading(kField, 1)}),
                            callOf({}, {writing(kField, 0)})));
}

// The paper's lock history says no: the first access shares one lock with the other call, the second another.
TEST(CanInterleave, BetweenTwoLocksTakenOneAfterTheOther) {
  DetailedCall oneByOne = callOf({{{kLock, 1, false}}, {{kSecondLock, 2, false}}},
                                 {reading(kField, 1), reading(kField, 2)});
  DetailedCall both = callOf({{{kLock, 1, false}, {kSecondLock, 2, false}}}, {writing(kField, 1)});
  EXPECT_TRUE(canInterleave(oneByOne, both));
}

TEST(CanDeadlock, InOppositeOrders) {
  DetailedCall one, other, same;
  one.details.nested.insert({kLock, kSecondLock});
  other.details.nested.insert({kSecondLock, kLock});
  same.details.nested.insert({kLock, kSecondLock});
  EXPECT_TRUE(canDeadlock(one, other));
  EXPECT_FALSE(canDeadlock(one, same));
}

TEST(Overlap, OfDisjointRanges) {
  EXPECT_TRUE(overlap({{0, 4}, {8, 12}}, {{4, 8}, {11, 20}}));
  EXPECT_FALSE(overlap({{0, 4}, {8, 12}}, {{4, 8}, {12, 20}}));
  EXPECT_FALSE(overlap({}, {{0, 1}}));
}

} // namespace
} // namespace heddle::reproduce
