// SPDX-License-Identifier: Apache-2.0
#include "report/search_notes.h"

#include <fmt/core.h>

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

} // namespace

std::vector<std::string> searchNotes(const model::RunResult& result) {
  const model::RunStats& stats = result.stats;
  std::vector<std::string> notes;
  if (stats.searchesSettled > 0)
    if (std::string settled = settledText(result); !settled.empty())
      notes.push_back(std::move(settled));
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
