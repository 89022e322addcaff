// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/verdict.h"

namespace heddle::cli {
namespace {

using model::Completeness;
using model::HarnessMode;
using model::Verdict;

struct Concluded {
  Verdict verdict;
  ExitCode code;
};

model::HarnessRequest requestFor(HarnessMode mode, std::string_view strategy = "auto") {
  model::HarnessRequest request;
  request.mode = mode;
  strategyFromText(strategy, request.strategy);
  return request;
}

Concluded concluded(const campaign::CampaignOutcome& outcome,
                    const model::HarnessRequest& request,
                    bool found = false) {
  model::RunResult result;
  result.completeness = completenessOf(outcome, request);
  result.findings.resize(found ? 1 : 0);
  const ExitCode code = conclude(result, found);
  return {.verdict = result.verdict, .code = code};
}

Concluded
explored(const campaign::CampaignOutcome& outcome, std::string_view strategy, bool found = false) {
  return concluded(outcome, requestFor(HarnessMode::Explore, strategy), found);
}

campaign::CampaignOutcome exhausted(std::uint64_t tests) {
  campaign::CampaignOutcome outcome;
  outcome.exhausted = true;
  outcome.stats.tests = outcome.stats.testsExhausted = tests;
  outcome.bounds.preemptions = 2;
  return outcome;
}

TEST(Verdict, AConfirmedFindingIsFound) {
  const Concluded found = explored({}, "random", true);
  EXPECT_EQ(found.verdict, Verdict::Found);
  EXPECT_EQ(found.code, ExitCode::Found);
}

TEST(Verdict, OnlyAnExhaustedCompleteSearchIsAProof) {
  campaign::CampaignOutcome outcome = exhausted(1);
  EXPECT_EQ(explored(outcome, "dfs").verdict, Verdict::Verified);
  outcome.stats.testsWithOmissions = 1;
  EXPECT_EQ(explored(outcome, "dfs").verdict, Verdict::NotFound);
  outcome.stats.testsExhausted = 0;
  EXPECT_EQ(explored(outcome, "dfs").verdict, Verdict::Inconclusive);
}

TEST(Verdict, EveryCounterThatWeakensAClaimArrives) {
  const auto weakenedBy = [](std::uint64_t model::RunStats::* counter) {
    campaign::CampaignOutcome outcome = exhausted(1);
    outcome.stats.*counter = 1;
    return explored(outcome, "dfs").verdict;
  };
  EXPECT_EQ(weakenedBy(&model::RunStats::fairExecutions), Verdict::NotFound);
  EXPECT_EQ(weakenedBy(&model::RunStats::cutExecutions), Verdict::NotFound);
  EXPECT_EQ(weakenedBy(&model::RunStats::testsWithUnknownOrders), Verdict::NotFound);
  EXPECT_EQ(weakenedBy(&model::RunStats::testsFailingSerially), Verdict::NotFound);
  campaign::CampaignOutcome died = exhausted(1);
  died.stats.restarts = 1;
  EXPECT_EQ(explored(died, "dfs").verdict, Verdict::NotFound);
}

TEST(Verdict, SamplingIsNotFoundUnlessTimeRanOut) {
  campaign::CampaignOutcome outcome;
  outcome.stats.tests = 1;
  EXPECT_EQ(explored(outcome, "random").verdict, Verdict::NotFound);
  outcome.timeRanOut = true;
  const Concluded late = explored(outcome, "random");
  EXPECT_EQ(late.verdict, Verdict::Inconclusive);
  EXPECT_EQ(late.code, ExitCode::NothingFound);
}

TEST(Verdict, ACheckUsuallyEndsByALimit) {
  campaign::CampaignOutcome outcome = exhausted(5);
  EXPECT_EQ(concluded(outcome, requestFor(HarnessMode::Check)).verdict, Verdict::Verified);
  outcome.exhausted = false;
  outcome.timeRanOut = true;
  EXPECT_EQ(concluded(outcome, requestFor(HarnessMode::Check)).verdict, Verdict::NotFound);
  EXPECT_EQ(concluded(outcome, requestFor(HarnessMode::Check, "dfs")).verdict, Verdict::NotFound);
}

TEST(Verdict, ATestOfNothingDoesNotPass) {
  model::RunResult result;
  result.completeness = completenessOf(exhausted(3), requestFor(HarnessMode::Check));
  result.completeness.nothingToTest = model::NothingToTest::NoMutator;
  EXPECT_EQ(conclude(result, false), ExitCode::Environment);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
}

TEST(Verdict, OnlyNewFindingsOfTheSeverityCount) {
  model::RunResult result;
  result.completeness = completenessOf(exhausted(3), requestFor(HarnessMode::Check));
  model::Finding& finding = result.findings.emplace_back();
  finding.kind = model::FindingKind::Deadlock;
  EXPECT_EQ(conclude(result), ExitCode::Found);
  finding.severityReason = model::SeverityReason::CallsUnknownCode;
  EXPECT_EQ(conclude(result), ExitCode::NothingFound);
  EXPECT_EQ(result.verdict, Verdict::NotFound) << "a warning is not a proof either";
  result.failOn = model::Severity::Warning;
  EXPECT_EQ(conclude(result), ExitCode::Found);
  finding.known = true;
  EXPECT_EQ(conclude(result), ExitCode::NothingFound);
  EXPECT_EQ(result.verdict, Verdict::NotFound);
}

TEST(Verdict, ASearchForOneFailureVerifiesNothing) {
  EXPECT_EQ(concluded(exhausted(5), requestFor(HarnessMode::Reproduce)).verdict, Verdict::NotFound);
}

TEST(Verdict, UnsupportedIsTheEnvironments) {
  campaign::CampaignOutcome outcome;
  outcome.unsupported = "fork()";
  const Concluded unsupported = explored(outcome, "random");
  EXPECT_EQ(unsupported.verdict, Verdict::Unsupported);
  EXPECT_EQ(unsupported.code, ExitCode::Environment);
}

TEST(Verdict, AProgramWithoutThreadsHasOneInterleaving) {
  campaign::CampaignOutcome outcome;
  outcome.stats.tests = 1;
  outcome.noThreads = true;
  EXPECT_EQ(explored(outcome, "random").verdict, Verdict::Verified);
}

TEST(Verdict, InterruptsAndDeathsHaveTheirOwnCodes) {
  campaign::CampaignOutcome outcome;
  outcome.interrupted = outcome.gaveUp = true;
  EXPECT_EQ(explored(outcome, "random").code, ExitCode::Interrupted);
  EXPECT_EQ(explored(outcome, "random", true).code, ExitCode::Found);
  outcome.interrupted = false;
  EXPECT_EQ(explored(outcome, "random").code, ExitCode::Environment);
}

} // namespace
} // namespace heddle::cli
