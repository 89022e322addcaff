// SPDX-License-Identifier: Apache-2.0
// Nothing found: each end says how strong the claim is.
#include "cases.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::RunResult;
using model::Severity;
using model::Verdict;

namespace {

RunResult ended(Verdict verdict, const std::string& strategy, const std::string& bounds) {
  RunResult result = explored({});
  result.verdict = verdict;
  result.stats.strategy = strategy;
  result.stats.bounds = bounds;
  return result;
}

RunResult notFound() {
  RunResult result = ended(Verdict::NotFound, "pct", "");
  result.diagnostics.push_back({Severity::Note,
                                "search",
                                "the program can end while some of its threads are still running",
                                {},
                                ""});
  return result;
}

RunResult verified() {
  return ended(Verdict::Verified, "dfs", "no preemption bound");
}

RunResult verifiedWithinBounds() {
  return ended(Verdict::Verified, "dfs", "at most 2 preemptions, at most 1 delay");
}

RunResult inconclusive() {
  RunResult result = ended(Verdict::Inconclusive, "dfs", "no preemption bound");
  result.diagnostics.push_back(
      {Severity::Note, "search", "the time of 60 s ran out", {}, "raise --time"});
  return result;
}

RunResult unsupported() {
  RunResult result = ended(Verdict::Unsupported, "random", "");
  result.diagnostics.push_back({Severity::Error,
                                "unsupported",
                                "fork",
                                {"worker.cpp", 12, 0, ""},
                                "docs/limits.md lists it"});
  return result;
}

RunResult notReproduced() {
  RunResult result = ended(Verdict::NotFound, "", "");
  result.command = "replay";
  result.diagnostics.push_back(
      {Severity::Warning, "changed", "the sources changed since the finding was made", {}, ""});
  return result;
}

} // namespace

std::vector<Case> quietCases() {
  return {{"not-found", notFound},
          {"verified", verified},
          {"verified-bounded", verifiedWithinBounds},
          {"inconclusive", inconclusive},
          {"unsupported", unsupported},
          {"not-reproduced", notReproduced}};
}

} // namespace heddle::golden
