// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "examine/examiner.h"
#include "explore/findings_log.h"
#include "model/harness_protocol.h"
#include "support/result.h"

namespace heddle::examine {

// The violations of a check: each on disk as soon as it is seen, and again when its test has been minimised.
class FoundViolations {
public:
  explicit FoundViolations(const model::HarnessRequest& request);

  struct Where {
    std::uint64_t step;
    std::uint64_t testNumber;
    std::uint64_t sequencePair;
    double seconds;
  };
  // Returns false if it was known, or is one data race too many.
  Result<bool> add(const Violation& violation, const Where& where);

  // Data races beyond the limit.
  std::size_t racesLeftOut() const { return racesLeftOut_.size(); }

  // Failures first; only a few data races, because they come in large numbers.
  Result<void> minimise(Examiner& examiner, const model::HarnessStatus& status);
  // The one that is the goal of the run, if it was found.
  Result<void> minimiseGoal(Examiner& examiner);

private:
  Result<void> minimise(std::size_t index, Examiner& examiner);

  explore::FindingsLog log_;
  bool keepGoing_;
  std::size_t races_ = 0;
  std::unordered_set<std::uint64_t> racesLeftOut_; // their signatures
  std::vector<Violation> violations_;              // of the log's first records, in the same order
};

} // namespace heddle::examine
