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
    lengths.add(endedOutcome(count), firstLimits(kCeiling));
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
  lengths.add(endlessOutcome(1'000'000), firstLimits(kCeiling));
  EXPECT_EQ(lengths.longest(), 300u);
  EXPECT_TRUE(lengths.someEndless());
}

Outcome fairOutcome(std::uint64_t events) {
  Outcome outcome = endedOutcome(events);
  outcome.madeFair = true;
  return outcome;
}

// Otherwise limits would grow with each execution that waits in a loop until it is made fair.
TEST(SerialLengths, WaitingUntilTheExecutionIsMadeFairDoesNotCount) {
  Limits limits = firstLimits(kCeiling);
  SerialLengths lengths;
  lengths.add(fairOutcome(limits.fairAfterEvents + 500), limits);
  EXPECT_EQ(lengths.longest(), 500u);
  limits.fairAfterEvents *= 10;
  lengths.add(fairOutcome(limits.fairAfterEvents + 500), limits);
  EXPECT_EQ(lengths.longest(), 500u);
}

TEST(SerialLengths, ExecutionsThatWereMadeFairCountOnlyWhenThereAreNoOthers) {
  SerialLengths lengths;
  lengths.add(fairOutcome(20'500), firstLimits(kCeiling));
  lengths.add(endedOutcome(300), firstLimits(kCeiling));
  EXPECT_EQ(lengths.longest(), 300u);
}

// It waits in a loop, or it is just long: the next one shows.
TEST(SerialLengths, AnExecutionThatWasMadeFairMayBeLong) {
  SerialLengths lengths;
  EXPECT_FALSE(lengths.mayBeLong());
  lengths.add(fairOutcome(60'000), firstLimits(kCeiling));
  EXPECT_TRUE(lengths.mayBeLong());
  Limits longer = warmUpLimits(lengths, kCeiling);
  EXPECT_GT(longer.fairAfterEvents, 60'000u);
  lengths.add(fairOutcome(longer.fairAfterEvents + 1), longer);
  EXPECT_FALSE(lengths.mayBeLong());
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
  lengths.add(endlessOutcome(100'000), firstLimits(kCeiling));
  EXPECT_LT(briefLimitsFrom(lengths, kCeiling).fairEventsPerThread,
            limitsFrom(lengths, kCeiling).fairEventsPerThread);
}

TEST(ExecutionLimits, NothingIsFairBeforeSomethingIsKnownButSpinningLoops) {
  Limits limits = firstLimits(kCeiling);
  EXPECT_LT(limits.fairAfterEvents, limits.maxEvents);
  EXPECT_EQ(limits.maxEvents, kCeiling);
}

TEST(ExecutionLimits, AWarmUpIsNotMadeFairBecauseAnotherOneIsShort) {
  EXPECT_EQ(warmUpLimits(lengthsOf({100}), kCeiling).fairAfterEvents,
            firstLimits(kCeiling).fairAfterEvents);
  EXPECT_GT(warmUpLimits(lengthsOf({100'000}), kCeiling).fairAfterEvents, 100'000u);
}

TEST(SerialLengths, AddUp) {
  EXPECT_EQ((lengthsOf({300}) + lengthsOf({200, 500})).longest(), 500u);
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
