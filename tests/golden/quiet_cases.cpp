// SPDX-License-Identifier: Apache-2.0
// Nothing found: each end says how strong the claim is.
#include "cases.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::RunResult;
using model::Severity;

namespace {

RunResult ended(const std::string& strategy, model::Completeness completeness) {
  RunResult result = explored({});
  completeness.tests = 1;
  result.completeness = completeness;
  result.verdict = verdictOf(completeness, false);
  result.stats.strategy = strategy;
  result.stats.testsExhausted = completeness.testsExhausted;
  return result;
}

RunResult notFound() {
  RunResult result = ended("pct", {});
  addPatterns(result, 67);
  result.diagnostics.push_back({Severity::Note,
                                "search",
                                "the program can end while some of its threads are still running",
                                {},
                                ""});
  return result;
}

RunResult madeFair() {
  return ended("dfs", {.testsExhausted = 1, .fairExecutions = 12});
}

RunResult verified() {
  RunResult result = ended("dfs", {.testsExhausted = 1});
  addPatterns(result, result.stats.executions);
  return result;
}

RunResult verifiedWithinBounds() {
  return ended("dfs", {.testsExhausted = 1, .bounds = {.preemptions = 2, .delays = 1}});
}

RunResult noThreads() {
  return ended("random", {.hasOneInterleaving = true});
}

RunResult inconclusive() {
  return ended("dfs", {.isExhaustive = true, .timeLimit = 60});
}

// A directed search says what it achieved, or what it had to do without.
RunResult searched(const std::string& strategy) {
  RunResult result = ended(strategy, {});
  result.stats.orderQuestions = 40;
  result.stats.orderFeasible = 12;
  result.stats.orderInfeasible = 20;
  result.stats.orderSkipped = 8;
  result.stats.patternsAimed = result.stats.patternsReached = 12;
  return result;
}

RunResult patternsSettled() {
  RunResult result = searched("pcr");
  result.stats.searchesSettled = 1;
  return result;
}

RunResult searchLimited() {
  RunResult result = searched("pcr");
  result.stats.patternsReached = 0;
  result.stats.patternsDiverged = 12;
  result.stats.tracesTooLong = 2;
  result.stats.orderSearchesAbandoned = 1;
  result.stats.solverFailures = 1;
  return result;
}

RunResult unsupported() {
  RunResult result = ended("random", {.unsupported = true});
  result.diagnostics.push_back({Severity::Error,
                                "unsupported",
                                "fork",
                                {"worker.cpp", 12, 0, ""},
                                "docs/limits.md lists it"});
  return result;
}

RunResult notReproduced() {
  RunResult result = ended("", {});
  result.command = "replay";
  result.stats.executions = result.stats.serialExecutions = result.stats.warmUpExecutions = 0;
  result.stats.replayExecutions = 1;
  result.diagnostics.push_back(
      {Severity::Warning, "changed", "the sources changed since the finding was made", {}, ""});
  return result;
}

} // namespace

std::vector<Case> quietCases() {
  return {{"not-found", notFound},
          {"made-fair", madeFair},
          {"verified", verified},
          {"verified-bounded", verifiedWithinBounds},
          {"no-threads", noThreads},
          {"inconclusive", inconclusive},
          {"patterns-settled", patternsSettled},
          {"search-limited", searchLimited},
          {"unsupported", unsupported},
          {"not-reproduced", notReproduced}};
}

} // namespace heddle::golden
