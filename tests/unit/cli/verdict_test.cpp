// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/verdict.h"

namespace heddle::cli {
namespace {

using model::Verdict;

struct Judged {
  model::RunResult result;
  ExitCode code;
};

Judged judged(const CampaignOutcome& outcome, std::string_view strategy, unsigned findings = 0) {
  model::HarnessRequest request;
  strategyFromText(strategy, request.strategy);
  Judged out;
  out.result.stats = outcome.stats;
  out.result.findings.resize(findings);
  out.code = judge(outcome, request, {"src/worker.cpp", 12, 1, "run"}, out.result);
  return out;
}

TEST(Verdict, AConfirmedFindingIsFound) {
  const Judged found = judged({}, "random", 1);
  EXPECT_EQ(found.result.verdict, Verdict::Found);
  EXPECT_EQ(found.code, ExitCode::Found);
}

TEST(Verdict, OnlyAnExhaustedCompleteSearchIsAProof) {
  CampaignOutcome outcome;
  outcome.exhausted = true;
  outcome.bounds.preemptions = 2;
  const Judged proof = judged(outcome, "dfs");
  EXPECT_EQ(proof.result.verdict, Verdict::Verified);
  EXPECT_EQ(proof.result.stats.bounds, "at most 2 preemptions");
  outcome.incomplete = true;
  EXPECT_EQ(judged(outcome, "dfs").result.verdict, Verdict::NotFound);
  outcome.exhausted = false;
  EXPECT_EQ(judged(outcome, "dfs").result.verdict, Verdict::Inconclusive);
}

TEST(Verdict, SamplingIsNotFoundUnlessTimeRanOut) {
  CampaignOutcome outcome;
  EXPECT_EQ(judged(outcome, "random").result.verdict, Verdict::NotFound);
  outcome.timeRanOut = true;
  const Judged late = judged(outcome, "random");
  EXPECT_EQ(late.result.verdict, Verdict::Inconclusive);
  EXPECT_EQ(late.code, ExitCode::NothingFound);
}

TEST(Verdict, AnUnconfirmedFailureSpoilsTheProof) {
  CampaignOutcome outcome;
  outcome.exhausted = true;
  outcome.candidates.resize(1);
  EXPECT_EQ(judged(outcome, "dfs").result.verdict, Verdict::Inconclusive);
}

TEST(Verdict, UnsupportedNamesThePlace) {
  CampaignOutcome outcome;
  outcome.unsupported = "fork()";
  const Judged unsupported = judged(outcome, "random");
  EXPECT_EQ(unsupported.result.verdict, Verdict::Unsupported);
  EXPECT_EQ(unsupported.code, ExitCode::Environment);
  ASSERT_EQ(unsupported.result.diagnostics.size(), 1U);
  EXPECT_EQ(unsupported.result.diagnostics[0].message, "fork()");
  EXPECT_EQ(unsupported.result.diagnostics[0].place.file, "src/worker.cpp");
  EXPECT_EQ(unsupported.result.diagnostics[0].place.line, 12U);
}

TEST(Verdict, AProgramWithoutThreadsHasOneInterleaving) {
  CampaignOutcome outcome;
  outcome.noThreads = true;
  outcome.stats.executions = 7;
  outcome.stats.events = 70;
  const Judged single = judged(outcome, "random");
  EXPECT_EQ(single.result.verdict, Verdict::Verified);
  EXPECT_EQ(single.result.stats.executions, 1U);
  EXPECT_EQ(single.result.stats.events, 10U);
}

TEST(Verdict, InterruptsAndDeathsHaveTheirOwnCodes) {
  CampaignOutcome outcome;
  outcome.interrupted = true;
  EXPECT_EQ(judged(outcome, "random").code, ExitCode::Interrupted);
  EXPECT_EQ(judged(outcome, "random", 1).code, ExitCode::Found);
  outcome = {};
  outcome.gaveUp = true;
  EXPECT_EQ(judged(outcome, "random").code, ExitCode::Environment);
}

} // namespace
} // namespace heddle::cli
