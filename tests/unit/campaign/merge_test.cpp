// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "campaign/merge.h"

namespace heddle::campaign {
namespace {

model::FindingRecord
record(model::FindingKind kind, std::uint64_t signature, std::uint64_t execution) {
  model::FindingRecord out;
  out.kind = kind;
  out.signature = signature;
  out.step = execution;
  return out;
}

constexpr auto kAssert = model::FindingKind::Assert;
constexpr auto kRace = model::FindingKind::DataRace;

TEST(Merge, OrdersByExecutionAndCutsWhatRanAhead) {
  const auto merged = mergeRecords({{record(kAssert, 1, 40)}, {record(kAssert, 2, 31)}}, {});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].original.signature, 2U);
}

TEST(Merge, KeepsEverythingWithKeepGoing) {
  model::HarnessRequest request;
  request.keepGoing = true;
  const auto merged = mergeRecords({{record(kAssert, 1, 40)}, {record(kAssert, 2, 31)}}, request);
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].original.step, 31U);
}

TEST(Merge, FailuresComeBeforeRaces) {
  const auto merged = mergeRecords({{record(kRace, 1, 3), record(kAssert, 2, 5)}}, {});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].original.kind, kAssert);
}

TEST(Merge, OneCandidatePerSignatureWithTheFirstSight) {
  model::HarnessRequest request;
  request.keepGoing = true;
  auto later = record(kAssert, 1, 40);
  later.seen = 3;
  const auto merged = mergeRecords({{later}, {record(kAssert, 1, 31)}}, request);
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].original.step, 31U);
  EXPECT_EQ(merged[0].original.seen, 4U);
}

TEST(Merge, AMinimisedRecordGoesWithItsOriginal) {
  auto shorter = record(kAssert, 1, 40);
  shorter.minimised = true;
  shorter.schedule.segments = {{0, 3, false}};
  const auto merged = mergeRecords({{record(kAssert, 1, 40), shorter}}, {});
  ASSERT_EQ(merged.size(), 1U);
  ASSERT_TRUE(merged[0].minimised);
  EXPECT_EQ(merged[0].minimised->schedule.segments.size(), 1U);
  EXPECT_TRUE(merged[0].original.schedule.segments.empty());
}

TEST(Merge, ARaceEndsTheSearchLater) {
  model::HarnessRequest request;
  request.afterRace = 100;
  const std::vector<std::vector<model::FindingRecord>> jobs{
      {record(kRace, 1, 10)}, {record(kRace, 2, 60), record(kAssert, 3, 120)}};
  EXPECT_EQ(lastCountedExecution(jobs, request), 110U);
  EXPECT_EQ(mergeRecords(jobs, request).size(), 2U);
}

TEST(Merge, WrongResultsOfOneSmallestTestAreOne) {
  model::HarnessRequest request;
  request.keepGoing = true;
  const auto wrongResult = [](std::uint64_t signature, std::uint16_t operation) {
    auto out = record(model::FindingKind::Linearizability, signature, signature);
    out.minimised = true;
    out.test.prefix.emplace_back().operation = operation;
    return out;
  };
  const auto merged =
      mergeRecords({{wrongResult(1, 7), wrongResult(2, 7), wrongResult(3, 8)}}, request);
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].original.seen, 2U);
  EXPECT_EQ(merged[1].original.signature, 3U);
}

TEST(Merge, AWrongResultThatContainsTheCallsOfAnotherIsTheSameFinding) {
  const auto wrong = [](std::uint64_t signature, std::uint64_t step, const char* test) {
    model::FindingRecord found = record(model::FindingKind::Linearizability, signature, step);
    found.minimised = true;
    found.test = *model::testFromText(test);
    return found;
  };
  model::HarnessRequest request;
  request.mode = model::HarnessMode::Check;
  const auto merged = mergeRecords({{wrong(1, 3, "0() / 1() | 2() /"),
                                     wrong(2, 5, "0() / 2() | 3() 1() /"),
                                     wrong(3, 6, "0() / 1() 2() | 3() /")}},
                                   request);
  ASSERT_EQ(merged.size(), 2U) << "calls of one lane do not run concurrently";
  EXPECT_EQ(merged[0].original.signature, 1U);
  EXPECT_EQ(merged[0].original.seen, 2U);
  EXPECT_EQ(merged[1].original.signature, 3U);
}

} // namespace
} // namespace heddle::campaign
