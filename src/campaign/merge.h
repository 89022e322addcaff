// SPDX-License-Identifier: Apache-2.0
// Brings the records of several harnesses into one order that does not depend on their timing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/harness_protocol.h"
#include "model/pattern_coverage.h"

namespace heddle::campaign {

// A distinct failure: how it was first seen, and the shorter schedule if there is one.
struct Candidate {
  model::FindingRecord original;
  std::optional<model::FindingRecord> minimised;
};

// The last execution index that counts. Without --keep-going exploration ends at the first failure
// that is not a data race, or `afterRace` executions after the first data race. A job that was ahead
// of the others has seen more, which must not be reported.
std::uint64_t lastCountedExecution(const std::vector<std::vector<model::FindingRecord>>& jobs,
                                   const model::HarnessRequest& request);

// One candidate per signature, by execution index of its first sight; later ones are cut off.
std::vector<Candidate> mergeRecords(const std::vector<std::vector<model::FindingRecord>>& jobs,
                                    const model::HarnessRequest& request);

// The coverage of the executions that count.
model::CoverageSummary mergeCoverage(std::vector<model::CoverageRecord> records,
                                     std::uint64_t lastExecution);

} // namespace heddle::campaign
