// SPDX-License-Identifier: Apache-2.0
#include "report/search_notes.h"

#include <array>
#include <fmt/core.h>
#include <fmt/format.h>
#include <utility>

#include "report/words/wording.h"

namespace heddle::report {

namespace {

// The jobs of a program share one search; tests of a class have one each.
std::string settledText(const model::RunResult& result) {
  const model::RunStats& stats = result.stats;
  const std::string what = "all patterns covered or infeasible";
  if (result.coverage || result.reproduction)
    return fmt::format("{} in {} of {}", what, stats.searchesSettled, counted(stats.tests, "test"));
  return stats.searchesSettled >= stats.jobs ? what : "";
}

// An exhaustive search by value schedules, whether it ended or not.
std::string schedulesText(const model::RunStats& stats) {
  return fmt::format("{}, {}",
                     counted(stats.valueSchedules, "value schedule"),
                     counted(stats.backtrackingPoints, "backtracking point"));
}

std::string pairsText(const model::RunStats& stats) {
  const std::uint64_t pairs =
      stats.pairsReadWrite + stats.pairsLockLock + stats.pairsWaitNotify + stats.pairsWaitLock;
  return fmt::format("static analysis: {} of accesses that may conflict ({} of memory, {} of "
                     "locks, {} of waits), {:.1f} ms",
                     counted(pairs, "pair"),
                     stats.pairsReadWrite,
                     stats.pairsLockLock,
                     stats.pairsWaitNotify + stats.pairsWaitLock,
                     static_cast<double>(stats.analysisMicroseconds) / 1e3);
}

// What is not known costs pairs that do not exist, never one that does.
std::string assumptionsText(const model::RunStats& stats) {
  const std::array<std::pair<std::uint64_t, std::string_view>, 6> assumed = {{
      {stats.assumedFunctions, "function"},
      {stats.assumedCalls, "indirect call"},
      {stats.assumedAccesses, "pointer"},
      {stats.assumedLocks, "lock"},
      {stats.assumedThreads, "thread"},
      {stats.assumedModules, "module"},
  }};
  std::vector<std::string> parts;
  for (const auto& [count, what] : assumed)
    if (count > 0)
      parts.push_back(counted(count, what));
  std::string text = parts.empty() ? "static analysis assumed nothing"
                                   : "static analysis assumed the worst about " +
                                         fmt::format("{}", fmt::join(parts, ", "));
  return stats.coarseAnalyses > 0 ? text + ", and ignored locks: the program is large" : text;
}

} // namespace

std::vector<std::string> searchNotes(const model::RunResult& result) {
  const model::RunStats& stats = result.stats;
  std::vector<std::string> notes;
  if (stats.searchesSettled > 0)
    if (std::string settled = settledText(result); !settled.empty())
      notes.push_back(std::move(settled));
  if (stats.valueSchedules > 0)
    notes.push_back(schedulesText(stats));
  if (stats.analysedNodes > 0) {
    notes.push_back(pairsText(stats));
    notes.push_back(assumptionsText(stats));
  }
  if (stats.tracesTooLong > 0)
    notes.push_back(counted(stats.tracesTooLong, "execution") +
                    " too long to look for other orders of the events");
  if (stats.orderSearchesAbandoned > 0)
    notes.emplace_back(
        "executions do not follow the predicted orders; the search continued at random");
  if (stats.solverFailures > 0)
    notes.emplace_back(
        "the solver process died or did not answer; the search continued with the graph engine");
  return notes;
}

} // namespace heddle::report
