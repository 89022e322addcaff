// SPDX-License-Identifier: Apache-2.0
#include "cli/check_summaries.h"

#include <algorithm>

namespace heddle::cli {

namespace {

using model::CheckSummary;

void addOperations(CheckSummary& to, const CheckSummary& from) {
  for (std::size_t i = 0; i < std::min(to.operations.size(), from.operations.size()); ++i) {
    CheckSummary::OperationUse& use = to.operations[i];
    const CheckSummary::OperationUse& other = from.operations[i];
    use.runs += other.runs;
    use.returned += other.returned;
    use.tests += other.tests;
    if (other.problem.empty())
      use.problem.clear(); // one job could drive it
  }
}

void addNew(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& text : from)
    if (std::ranges::find(to, text) == to.end())
      to.push_back(text);
}

void add(CheckSummary& to, const CheckSummary& from) {
  addOperations(to, from);
  for (std::size_t i = 0; i < std::min(to.shapes.size(), from.shapes.size()); ++i) {
    to.shapes[i].units += from.shapes[i].units;
    to.shapes[i].executions += from.shapes[i].executions;
    to.shapes[i].exhausted = to.shapes[i].exhausted && from.shapes[i].exhausted;
  }
  to.sequences += from.sequences;
  to.generateSeconds += from.generateSeconds;
  to.seconds = std::max(to.seconds, from.seconds);
  to.tests += from.tests;
  to.units += from.units;
  to.callTraces = std::max(to.callTraces, from.callTraces); // the same ones, mostly
  to.requirements = std::max(to.requirements, from.requirements);
  to.requirementsCovered = std::max(to.requirementsCovered, from.requirementsCovered);
  to.executions += from.executions;
  to.unitsExhausted += from.unitsExhausted;
  to.racesLeftOut = std::max(to.racesLeftOut, from.racesLeftOut); // the same ones, mostly
  to.pairs = std::max(to.pairs, from.pairs);                      // of the same summaries
  to.pairsPruned = std::max(to.pairsPruned, from.pairsPruned);
  to.pairsRestored = std::max(to.pairsRestored, from.pairsRestored);
  addNew(to.missing, from.missing);
  to.ownsThreads = to.ownsThreads || from.ownsThreads;
  to.exhausted = to.exhausted && from.exhausted;
  addNew(to.notes, from.notes);
}

} // namespace

CheckSummary mergeSummaries(const std::vector<std::string>& texts) {
  CheckSummary merged;
  bool any = false;
  for (const std::string& text : texts) {
    Result<CheckSummary> summary = model::checkSummaryFromText(text);
    if (!summary)
      continue;
    if (any)
      add(merged, *summary);
    else
      merged = std::move(*summary);
    any = true;
  }
  return merged;
}

} // namespace heddle::cli
