// SPDX-License-Identifier: Apache-2.0
#include "patterns/coverage_log.h"

#include "support/files.h"

namespace heddle::patterns {

using model::CoverageMode;

namespace {

// The first executions of a run cover most, and the first one of a test has the test's new code.
constexpr std::uint64_t kFirst = 64;
// A prime, because strategies that take turns, jobs and the lengths of turns have other periods.
constexpr std::uint64_t kPeriod = 509;

} // namespace

bool CoverageLog::wants(std::uint64_t number, bool isFirstOfTest) const {
  switch (mode_) {
  case CoverageMode::Sampled:
    return isFirstOfTest || number < kFirst || number % kPeriod == 0;
  case CoverageMode::All:
    return true;
  case CoverageMode::Off:
    return false;
  }
  return false;
}

Result<void>
CoverageLog::observe(const trace::ExecutionTrace& trace, std::uint64_t number, double seconds) {
  model::CoverageRecord added = patterns_.observe(trace);
  if (!isReported() || path_.empty() || added.empty())
    return {};
  added.execution = number + 1;
  added.seconds = seconds;
  return appendToFile(path_, model::toText(added));
}

} // namespace heddle::patterns
