// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "examine/examiner.h"
#include "examine/goal.h"
#include "model/failure_target.h"
#include "model/harness_protocol.h"
#include "reproduce/followed_stacks.h"
#include "support/check.h"
#include "trace/trace_recorder.h"

namespace heddle::reproduce {

// The failure of a crash stack. There are two steps, because the calling context is known only if every function is
// followed, which would be too slow for a search. The first compares the kind of failure and the failing call; the
// second, once per failure found, runs it again with everything recorded.
class FailureGoal final : public examine::Goal {
public:
  // All outlive the goal. `recorder` receives every event of the engine.
  FailureGoal(const model::HarnessRequest& request,
              std::vector<TargetPlace>& places,
              trace::TraceRecorder& recorder)
      : request_(request), target_(request.reproduce.target), places_(places), recorder_(recorder) {
  }

  bool isMetBy(const examine::Verdict& verdict,
               std::uint64_t signature,
               const runtime::Outcome& outcome,
               const examine::Observation& observation) override;
  bool isMetBy(const runtime::Race& race, std::uint64_t signature) override;
  bool isNear(const abi::SiteRecord* site) override;

  // Whether it happens at the point of failure, in the calling context of the stack. Also Near if the tool that printed
  // the stack would have named the failure differently. Uses the engine.
  Presence confirm(const examine::Violation& violation);
  // It does not: from now on it does not meet the goal.
  void reject(const examine::Violation& violation) {
    HEDDLE_CHECK(violation.meetsGoal) << "a violation is rejected that does not meet the goal";
    rejected_.insert(violation.signature);
  }

private:
  bool isCallOf(unsigned targetThread, unsigned operation) const;
  bool threwIt(const examine::ObservedCall& call) const;
  bool isDeadlockOf(const examine::Observation& observation) const;
  bool waitsAtPoints(const FollowedStacks& stacks) const;
  bool isNamedAlike(runtime::FailureKind kind) const;
  // Where the exceptions that leave calls of the crashing method were thrown, or the last one of a thread.
  Presence presenceOfThrow(const FollowedStacks& stacks) const;
  static Presence presenceOfThrow(const FollowedStacks& stacks, runtime::ThreadId thread);

  const model::HarnessRequest& request_;
  const model::FailureTarget& target_;
  std::vector<TargetPlace>& places_;
  trace::TraceRecorder& recorder_;
  std::unordered_set<std::uint64_t> rejected_; // signatures
};

} // namespace heddle::reproduce
