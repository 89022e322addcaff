// SPDX-License-Identifier: Apache-2.0
#include "cli/check_summaries.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::cli {

namespace {

using model::CheckSummary;

void addOperations(CheckSummary& to, const CheckSummary& from) {
  HEDDLE_CHECK(to.operations.size() == from.operations.size())
      << "jobs of one class have " << to.operations.size() << " and " << from.operations.size()
      << " operations";
  for (std::size_t i = 0; i < to.operations.size(); ++i) {
    CheckSummary::OperationUse& use = to.operations[i];
    const CheckSummary::OperationUse& other = from.operations[i];
    use.runs += other.runs;
    use.returned += other.returned;
    use.tests += other.tests;
    use.testsReturned += other.testsReturned;
    use.precompiled = use.precompiled || other.precompiled;
    for (std::size_t k = 0; k < model::kNotCompared; ++k)
      use.notCompared[k] += other.notCompared[k];
    if (other.problem.empty())
      use.problem = {}; // one job could drive it
  }
}

void addNew(std::vector<model::Message>& to, const std::vector<model::Message>& from) {
  for (const model::Message& message : from)
    if (std::ranges::find(to, message) == to.end())
      to.push_back(message);
}

void add(CheckSummary& to, const CheckSummary& from) {
  addOperations(to, from);
  HEDDLE_CHECK(to.shapes.size() == from.shapes.size())
      << "jobs of one class have " << to.shapes.size() << " and " << from.shapes.size()
      << " shapes";
  for (std::size_t i = 0; i < to.shapes.size(); ++i) {
    HEDDLE_CHECK(to.shapes[i].shape == from.shapes[i].shape) << "shape " << i << " differs";
    to.shapes[i].tests += from.shapes[i].tests;
    to.shapes[i].executions += from.shapes[i].executions;
    to.shapes[i].exhausted = to.shapes[i].exhausted && from.shapes[i].exhausted;
  }
  to.changesState = to.changesState || from.changesState;
  to.tellsStates = to.tellsStates || from.tellsStates;
  to.testsWithSharing += from.testsWithSharing;
  to.racesLeftOut += from.racesLeftOut;
  HEDDLE_CHECK(to.pairs == from.pairs && to.pairsPruned == from.pairsPruned)
      << "jobs of one class prune differently";
  // All jobs read the same method summaries, so that `pairs` and `pairsPruned` are the same in each. A pair that one job
  // brought back was run by that job: no more are left out than in the job that left out the fewest.
  to.pairsRestored = std::max(to.pairsRestored, from.pairsRestored);
  to.pairsLeftOut = std::min(to.pairsLeftOut, from.pairsLeftOut);
  addNew(to.missing, from.missing);
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
