// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/pattern_coverage.h"
#include "trace/execution_trace.h"
#include "trace/locations.h"

namespace heddle::patterns {

// MAP coverage (PCR, section 2.4): the memory-access patterns that executions had, of those that the sites they executed
// could form. Counted by site, so that a hundred equal threads have the patterns of two, and a pattern means the same in
// all tests of a class.
class MapCoverage {
public:
  // Returns what the execution adds; its number and time are for the caller to say.
  model::CoverageRecord observe(const trace::ExecutionTrace& trace);

  std::uint64_t executions() const { return executions_; }
  std::uint64_t covered() const { return all_.covered(); }
  bool has(std::uint64_t pattern) const { return all_.has(pattern); }
  // Of the last execution.
  const std::vector<std::uint64_t>& last() const { return last_; }
  std::uint64_t estimatedTotal() const { return all_.estimatedTotal(); }

private:
  void noteSites(const trace::ExecutionTrace& trace,
                 const trace::Locations& locations,
                 model::CoverageRecord& added);

  std::uint64_t executions_ = 0;
  model::PatternCoverage all_;
  std::vector<std::uint64_t> last_;
};

// For strategies: the patterns of the execution that has just ended. If the run measures coverage, it has found them
// already.
class LastPatterns {
public:
  explicit LastPatterns(const MapCoverage* ofRun) : ofRun_(ofRun) {}

  const std::vector<std::uint64_t>& in(const trace::ExecutionTrace& trace);

private:
  const MapCoverage* ofRun_; // null: not measured
  std::vector<std::uint64_t> own_;
};

} // namespace heddle::patterns
