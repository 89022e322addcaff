// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/harness_protocol.h"

namespace heddle::model {
namespace {

HarnessRequest fullRequest() {
  HarnessRequest request;
  request.mode = HarnessMode::Replay;
  request.strategy = StrategyId::Dfs;
  request.seed = 1ULL << 63;
  request.seconds = 0.1;
  request.jobs = 4;
  request.job = 3;
  request.keepGoing = true;
  request.allCauses = true;
  request.strategyOptions.preemptionBound = 2;
  request.strategyOptions.checkpoints = false;
  request.detectLeaks = true;
  request.stdinPath = "/tmp/with space";
  request.statusPath = "/tmp/status";
  request.coverage = CoverageMode::Off;
  request.coveragePath = "/tmp/coverage";
  request.replay.schedule = {{{0, 3, true}}};
  return request;
}

TEST(HarnessRequest, RoundTripIsExact) {
  const std::string text = toText(fullRequest());
  const auto parsed = requestFromText(text);
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
  EXPECT_EQ(toText(*parsed), text);
  EXPECT_EQ(parsed->mode, HarnessMode::Replay);
  EXPECT_EQ(parsed->replay.schedule, fullRequest().replay.schedule);
  EXPECT_EQ(parsed->strategyOptions.delayBound, -1);
}

TEST(HarnessRequest, EachModeHasItsOwnAnswer) {
  HarnessRequest request;
  setAnswerPath(request, "/tmp/a");
  EXPECT_EQ(answerPath(request), "") << "explore answers with findings";
  for (const HarnessMode mode : {HarnessMode::Replay,
                                 HarnessMode::ProbeCheckpoints,
                                 HarnessMode::Check,
                                 HarnessMode::Describe,
                                 HarnessMode::Reproduce}) {
    request = {};
    request.mode = mode;
    EXPECT_EQ(answerPath(request), "");
    setAnswerPath(request, "/tmp/a");
    EXPECT_EQ(answerPath(request), "/tmp/a");
    request.mode = HarnessMode::Explore;
    EXPECT_EQ(answerPath(request), "");
  }
}

TEST(HarnessRequest, MalformedScheduleIsAnError) {
  EXPECT_FALSE(requestFromText("heddle request 3\nreplay.schedule \"0:x\"\nend\n"));
}

FindingRecord record(std::uint64_t signature) {
  FindingRecord value;
  value.kind = FindingKind::Assert;
  value.signature = signature;
  value.position = {.test = 5, .execution = 12};
  value.seconds = 1.5;
  value.message = {.id = MessageId::AssertionFailed, .arguments = {"x == 2 end"}};
  value.schedule = {{{0, 3, true}, {1, 9, false}}};
  value.minimised = true;
  value.originalSteps = 41;
  value.originalPreemptions = 9;
  value.seen = 3;
  return value;
}

TEST(FindingRecords, AreReadInOrder) {
  const auto records = findingRecordsFromText(toText(record(1)) + toText(record(2)));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(toText(records[0]), toText(record(1)));
  EXPECT_EQ(toText(records[1]), toText(record(2)));
}

TEST(FindingRecords, TornRecordIsIgnoredWhereverItIs) {
  const std::string whole = toText(record(1));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string torn = whole.substr(0, length);
    EXPECT_EQ(findingRecordsFromText(toText(record(7)) + torn).size(), 1u) << length;
    const auto around = findingRecordsFromText(torn + toText(record(7)));
    ASSERT_EQ(around.size(), 1u) << length;
    EXPECT_EQ(around[0].signature, 7u);
  }
}

TEST(FindingRecords, GarbageGivesNothing) {
  EXPECT_TRUE(findingRecordsFromText("").empty());
  EXPECT_TRUE(findingRecordsFromText("garbage\n\n\0\xff").empty());
  EXPECT_TRUE(findingRecordsFromText("\nheddle record 9\nend\n").empty());
}

} // namespace
} // namespace heddle::model
