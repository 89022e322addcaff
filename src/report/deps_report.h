// SPDX-License-Identifier: Apache-2.0
// The answer of `heddle deps`: what the methods of a class do, and which pairs of them are worth running concurrently.
#pragma once

#include <string>
#include <vector>

#include "analysis/relations.h"
#include "model/classes/class_summary.h"
#include "model/run_result.h"
#include "report/report.h"

namespace heddle::report {

struct Dependencies {
  model::ClassSummary summary;
  std::vector<analysis::Relation> relations; // all pairs
  std::vector<model::Diagnostic> diagnostics;
  double seconds = 0;
};

// One screen; `all` shows every method and every pair instead.
std::string
render(Format format, const Dependencies& dependencies, const TextOptions& options, bool all);

// Why pairs are pruned, counted.
struct PairCounts {
  std::size_t pairs = 0;
  std::size_t kept = 0;
  std::size_t doubleLock = 0;      // of those kept
  std::size_t commonLock = 0;      // pruned: they conflict, but they hold a common lock
  std::size_t nothingInCommon = 0; // pruned: neither writes what the other touches

  std::size_t pruned() const { return commonLock + nothingInCommon; }
};
PairCounts countPairs(const std::vector<analysis::Relation>& relations);

} // namespace heddle::report
