// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explore/execution_limits.h"

namespace heddle::explore {
namespace {

using runtime::FailureKind;
using runtime::Limits;
using runtime::Outcome;

constexpr std::uint64_t kCeiling = 10'000'000;

Outcome endedOutcome(std::uint64_t events) {
  Outcome outcome{};
  outcome.events = events;
  return outcome;
}

SerialLengths lengthsOf(std::initializer_list<std::uint64_t> events) {
  SerialLengths lengths;
  for (std::uint64_t count : events)
    lengths.add(endedOutcome(count));
  return lengths;
}

Outcome endlessOutcome(std::uint64_t events) {
  Outcome outcome{};
  outcome.kind = FailureKind::Livelock;
  outcome.events = events;
  return outcome;
}

TEST(SerialLengths, AnEndlessExecutionSaysNothingAboutTheLength) {
  SerialLengths lengths = lengthsOf({300, 200});
  EXPECT_FALSE(lengths.someEndless());
  lengths.add(endlessOutcome(1'000'000));
  EXPECT_EQ(lengths.longest(), 300u);
  EXPECT_TRUE(lengths.someEndless());
}

TEST(SerialLengths, ExecutionsThatWereMadeFairCountOnlyWhenThereAreNoOthers) {
  Outcome fair{};
  fair.events = 20'500;
  fair.madeFair = true;
  SerialLengths lengths;
  lengths.add(fair);
  EXPECT_EQ(lengths.longest(), 20'500u);
  lengths.add(endedOutcome(300));
  EXPECT_EQ(lengths.longest(), 300u);
}

TEST(ExecutionLimits, NoExecutionAsLongAsTheSerialOnesIsMadeFair) {
  for (std::uint64_t longest : {1u, 100u, 20'000u, 9'000'000u})
    EXPECT_GT(limitsFrom(lengthsOf({longest}), kCeiling).fairAfterEvents, longest);
}

// The derivation in execution_limits.cpp: 100 events per thread for each event of a serial execution, at least.
TEST(ExecutionLimits, EveryThreadGetsAmpleFairTurns) {
  for (std::uint64_t longest : {100u, 5000u, 30'000u}) {
    Limits limits = limitsFrom(lengthsOf({longest}), kCeiling);
    EXPECT_GE(limits.fairEventsPerThread, 100 * longest);
    EXPECT_GE(limits.fairEventsPerThread, 300'000u) << "a back-off of 100,000 steps";
  }
}

TEST(ExecutionLimits, AnEndlessTestCostsAFewMillionEvents) {
  Limits limits = limitsFrom(lengthsOf({1000}), kCeiling);
  EXPECT_LE(limits.fairAfterEvents + 3 * limits.fairEventsPerThread, 3'000'000u);
}

TEST(ExecutionLimits, TheCeilingHoldsUnlessSerialExecutionsComeNearIt) {
  EXPECT_EQ(limitsFrom(lengthsOf({1000}), 50'000).maxEvents, 50'000u);
  EXPECT_GE(limitsFrom(lengthsOf({40'000}), 50'000).maxEvents, 80'000u);
}

TEST(ExecutionLimits, WhereLinearisationsAreEndlessLittleTimeIsSpent) {
  SerialLengths lengths = lengthsOf({1000});
  lengths.add(endlessOutcome(100'000));
  EXPECT_LT(briefLimitsFrom(lengths, kCeiling).fairEventsPerThread,
            limitsFrom(lengths, kCeiling).fairEventsPerThread);
}

TEST(ExecutionLimits, NothingIsFairBeforeSomethingIsKnownButSpinningLoops) {
  Limits limits = firstLimits(kCeiling);
  EXPECT_LT(limits.fairAfterEvents, limits.maxEvents);
  EXPECT_EQ(limits.maxEvents, kCeiling);
}

TEST(ExecutionLimits, AReplayIsNeverMadeFairAndEndsWhereTheEndlessExecutionDid) {
  model::Schedule schedule{.segments = {{0, 100, true}, {1, 50, false}}};
  Limits endless = replayLimits(schedule, true, kCeiling);
  EXPECT_EQ(endless.maxEvents, 150u);
  EXPECT_EQ(endless.fairAfterEvents, Limits::kNoLimit);
  EXPECT_GT(replayLimits(schedule, false, 120).maxEvents, 150u);
}

} // namespace
} // namespace heddle::explore
