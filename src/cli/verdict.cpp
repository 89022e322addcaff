// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::cli {

using model::Completeness;
using model::HarnessMode;
using model::Verdict;

namespace {

bool promisesAll(const model::HarnessRequest& request) {
  return request.strategy && rowOf(*request.strategy).traits.exhaustive;
}

// Only a check can try every test: reproduce looks for one failure, and leaves out tests that cannot fail that way.
bool triesAllTests(HarnessMode mode, const campaign::CampaignOutcome& outcome) {
  return !model::generatesTests(mode) || (mode == HarnessMode::Check && outcome.exhausted);
}

ExitCode codeOf(Verdict verdict, const Completeness& completeness) {
  if (verdict == Verdict::Found)
    return ExitCode::Found;
  if (verdict == Verdict::Unsupported || (completeness.gaveUp && !completeness.interrupted))
    return ExitCode::Environment;
  if (completeness.interrupted)
    return ExitCode::Interrupted;
  // A test that tests nothing must not pass.
  return completeness.nothingToTest == model::NothingToTest::No ? ExitCode::NothingFound
                                                                : ExitCode::Environment;
}

} // namespace

Completeness completenessOf(const campaign::CampaignOutcome& outcome,
                            const model::HarnessRequest& request) {
  const model::RunStats& stats = outcome.stats;
  const bool isProgram = !model::generatesTests(request.mode);
  Completeness completeness{.tests = stats.tests - stats.widenedTests,
                            .testsExhausted = stats.testsExhausted,
                            .bounds = outcome.bounds,
                            .triedAllTests = triesAllTests(request.mode, outcome),
                            .hasOneInterleaving = outcome.noThreads,
                            .testsWithOmissions = stats.testsWithOmissions,
                            .cutExecutions = stats.cutExecutions,
                            .fairExecutions = stats.fairExecutions,
                            .testsWithUnknownOrders = stats.testsWithUnknownOrders,
                            .testsFailingSerially = stats.testsFailingSerially,
                            .restarts = stats.restarts,
                            .gaveUp = outcome.gaveUp,
                            .interrupted = outcome.interrupted,
                            .unsupported = !outcome.unsupported.empty()};
  // A class has more tests than can be tried, so that a limit is how a check usually ends.
  completeness.isExhaustive = isProgram && promisesAll(request);
  completeness.timeLimit = isProgram && outcome.timeRanOut ? request.seconds : 0;
  return completeness;
}

ExitCode conclude(model::RunResult& result, bool found) {
  HEDDLE_CHECK(!found || !result.findings.empty()) << "found, but there is no finding";
  result.verdict = verdictOf(result.completeness, found);
  return codeOf(result.verdict, result.completeness);
}

ExitCode conclude(model::RunResult& result) {
  const auto failures = std::ranges::count_if(
      result.findings, [&](const model::Finding& finding) { return counts(result, finding); });
  result.completeness.otherFindings = result.findings.size() - static_cast<std::size_t>(failures);
  return conclude(result, failures > 0);
}

} // namespace heddle::cli
