// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "examine/examiner.h"
#include "explore/findings_log.h"
#include "model/harness_protocol.h"
#include "support/result.h"

namespace heddle::examine {

// The variable of a data race, and the operations of its test; hashes.
using RacePair = std::pair<std::uint64_t, std::uint64_t>;

// The violations of a check: each on disk as soon as it is seen, and again when its test has been minimised.
//
// A run that looks for all root causes continues after a failure, and meets its consequences in hundreds of tests. Those
// that are likely to have the cause of an earlier one are counted, and neither recorded nor minimised: failures of the same
// kind in tests that contain the concurrent calls of a minimised one, and data races on the same variable between the same
// methods. The CLI decides about the others (explain/root_causes.h).
class FoundViolations {
public:
  explicit FoundViolations(const model::HarnessRequest& request);

  struct Where {
    std::uint64_t step;
    std::uint64_t testNumber;
    std::uint64_t sequencePair;
    double seconds;
  };
  // Returns false if it was known, resembles a known one, or is one too many. A known one of a lower severity is replaced.
  Result<bool> add(const Violation& violation, const Where& where);

  // Of the violation that was added last. It may become lower by minimising, if the test has arguments that no client need
  // ever pass.
  model::Severity lastSeverity() const;
  bool lastHasOddArguments() const;

  // Data races beyond the limit.
  std::size_t racesLeftOut() const { return racesLeftOut_.size(); }

  // The violation that was added last, if it is a failure and worth it: later ones are compared with the result.
  Result<void> minimiseLast(Examiner& examiner);
  // Failures first; only a few data races, because they come in large numbers. Those that are minimised already are left
  // as they are.
  Result<void> minimise(Examiner& examiner, const model::HarnessStatus& status);
  // The one that is the goal of the run, if it was found.
  Result<void> minimiseGoal(Examiner& examiner);

private:
  bool resemblesKnown(const Violation& violation, std::uint64_t step);
  bool isOneTooMany(const Violation& violation);
  bool raise(const Violation& violation);
  Result<void> minimise(std::size_t index, const Violation& violation, Examiner& examiner);

  explore::FindingsLog log_;
  bool keepGoing_;
  bool allCauses_;
  std::size_t last_ = 0; // the record that was added or replaced last
  std::size_t races_ = 0;
  std::size_t failures_ = 0;
  std::unordered_set<std::uint64_t> racesLeftOut_; // their signatures
  std::vector<Violation> violations_;              // of the log's first records, in the same order
  std::map<RacePair, std::size_t> racesByPair_;    // their records
};

} // namespace heddle::examine
