// SPDX-License-Identifier: Apache-2.0
// A claim always says how strong it is, and the weakest link decides: a proof needs an exhausted
// search in every job, no execution that was cut, and no failure that could not be explained.
#include "cli/verdict.h"

#include <algorithm>
#include <fmt/core.h>

namespace heddle::cli {

namespace {

using model::Severity;
using model::Verdict;

std::string boundsOf(const CampaignOutcome& outcome) {
  const auto counted = [](int count, const char* one) {
    return fmt::format("at most {} {}{}", count, one, count == 1 ? "" : "s");
  };
  if (!outcome.exhausted)
    return "";
  std::string bounds;
  if (outcome.bounds.preemptions >= 0)
    bounds = counted(outcome.bounds.preemptions, "preemption");
  if (outcome.bounds.delays >= 0)
    bounds += (bounds.empty() ? "" : ", ") + counted(outcome.bounds.delays, "delay");
  return bounds.empty() ? "no preemption bound" : bounds;
}

// One execution says it all; the few more that were run while we noticed are not worth counting,
// and their number depends on timing.
void countOneExecution(model::RunStats& stats) {
  const std::uint64_t executions = std::max<std::uint64_t>(1, stats.executions);
  stats.events /= executions;
  stats.points /= executions;
  stats.switches /= executions;
  stats.fairExecutions /= executions;
  stats.executions = 1;
}

Verdict judgeSearch(const CampaignOutcome& outcome,
                    const model::HarnessRequest& request,
                    model::RunResult& result) {
  const auto note = [&](std::string message, std::string hint = "") {
    result.diagnostics.push_back(
        {Severity::Note, "search", std::move(message), {}, std::move(hint)});
  };
  if (outcome.noThreads) {
    countOneExecution(result.stats);
    note("the program starts no threads: 1 interleaving");
    return Verdict::Verified;
  }
  if (outcome.exitedEarly)
    note("the program can end while some of its threads are still running");
  const bool wasCut = outcome.stats.fairExecutions + outcome.stats.cutExecutions > 0;
  if (outcome.exhausted && !outcome.incomplete && !wasCut)
    return Verdict::Verified;
  if (outcome.exhausted) {
    note("some executions were cut short or scheduled fairly to let them end: this is not a proof");
    return Verdict::NotFound;
  }
  if (outcome.timeRanOut) {
    note(fmt::format("the time of {:g} s ran out", request.seconds), "raise --time");
    return Verdict::Inconclusive;
  }
  if (!request.strategy || !rowOf(*request.strategy).traits.exhaustive)
    return Verdict::NotFound;
  note("the search was not exhausted", "raise --executions, or bound it with --preemptions 2");
  return Verdict::Inconclusive;
}

} // namespace

ExitCode judge(const CampaignOutcome& outcome,
               const model::HarnessRequest& request,
               const model::SourcePlace& unsupportedPlace,
               model::RunResult& result) {
  result.stats.bounds = boundsOf(outcome);
  if (!outcome.unsupported.empty())
    result.diagnostics.push_back({Severity::Error,
                                  "unsupported",
                                  outcome.unsupported,
                                  unsupportedPlace,
                                  "docs/limits.md lists what heddle does not model"});
  if (!result.findings.empty()) {
    result.verdict = Verdict::Found;
    return ExitCode::Found;
  }
  if (!outcome.unsupported.empty()) {
    result.verdict = Verdict::Unsupported;
    return ExitCode::Environment;
  }
  const auto cutShort = [&](std::string why, std::string hint) {
    result.verdict = Verdict::Inconclusive;
    result.diagnostics.push_back({Severity::Note, "search", std::move(why), {}, std::move(hint)});
  };
  if (outcome.interrupted) {
    cutShort("it was interrupted", "run it again to the end");
    return ExitCode::Interrupted;
  }
  if (outcome.gaveUp) {
    result.verdict = Verdict::Inconclusive;
    return ExitCode::Environment;
  }
  if (!outcome.candidates.empty()) {
    cutShort("a failure did not happen again when it was replayed", "see below");
    return ExitCode::NothingFound;
  }
  const bool isCheck = model::generatesTests(request.mode);
  // A class has more tests than can be tried: however many were explored completely, it is no proof.
  result.verdict = isCheck ? Verdict::NotFound : judgeSearch(outcome, request, result);
  return ExitCode::NothingFound;
}

} // namespace heddle::cli
