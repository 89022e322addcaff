// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/harness_protocol.h"
#include "patterns/map_coverage.h"
#include "support/result.h"
#include "trace/execution_trace.h"

namespace heddle::patterns {

// The MAP coverage of a run, and the executions it is measured on. Tracing an execution and looking for its patterns
// takes several times as long as running it, so that usually only a sample is looked at
// (docs/adr/0023-coverage-is-sampled.md). What an execution adds is on disk as soon as it is seen. Owned by a run, whose
// explorations pass traces to it.
class CoverageLog {
public:
  explicit CoverageLog(const model::HarnessRequest& request)
      : mode_(request.coverage), path_(request.coveragePath) {}

  // Whether execution `number` of the run's search, from 0, is to be traced for it. Depends on nothing else, so that the
  // same seed gives the same coverage.
  bool wants(std::uint64_t number, bool isFirstOfTest) const;
  bool wantsAll() const { return mode_ == model::CoverageMode::All; }
  // False: it is kept for strategies alone.
  bool isReported() const { return mode_ != model::CoverageMode::Off; }

  // `seconds` since exploring began. An Error if what is new cannot be written.
  Result<void> observe(const trace::ExecutionTrace& trace, std::uint64_t number, double seconds);
  const MapCoverage& patterns() const { return patterns_; }

private:
  model::CoverageMode mode_;
  std::string path_; // "": nothing is written
  MapCoverage patterns_;
};

} // namespace heddle::patterns
