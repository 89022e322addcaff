// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "examine/examiner.h"
#include "examine/goal.h"
#include "examine/oracle.h"
#include "examine/test_subject.h"
#include "explore/judge.h"

namespace heddle::examine {

// The violation to search for: the search ends when it is found.
struct Wanted {
  runtime::FailureKind kind;
  std::uint64_t signature; // 0: any of this kind
};

// A violation that is not described yet: that takes a separate execution.
struct FoundViolation {
  Violation violation;
  Verdict verdict;
  std::optional<KeptObservation> observed; // not for data races
};

// Judges executions of a test against its linearisations.
class TestJudge final : public explore::Judge {
public:
  // The subject outlives it. `keepGoing`: a failure does not end the search.
  TestJudge(const TestSubject& subject, bool keepGoing)
      : subject_(subject), keepGoing_(keepGoing) {}

  Oracle& oracle() { return oracle_; }
  const Oracle& oracle() const { return oracle_; }
  void wantOnly(const Wanted& wanted) { wanted_ = wanted; }
  // Null: any failure ends the search. Not owned.
  void pursue(Goal* goal) { goal_ = goal; }
  Goal* goal() const { return goal_; } // null: none

  bool isSatisfied() const override;

  // In order of discovery.
  std::vector<FoundViolation>& found() { return found_; }
  void forget() { found_.clear(); }
  bool isKnown(std::uint64_t signature) const;
  // The violation with this signature or, when there is none, the first that is not a data race; null: none.
  FoundViolation* find(std::uint64_t signature);
  // The call that throws the exception of that violation; null if it is not an exception. Of the last execution.
  const ObservedCall* throwingCall(std::uint64_t signature);

private:
  bool judgeFailure(std::uint64_t execution, const runtime::Outcome& outcome) override;
  bool judgesRaces() const override;
  void sawRace(std::uint64_t execution,
               const runtime::Outcome& outcome,
               const runtime::Race& race,
               std::uint64_t signature) override;
  void add(std::uint64_t execution, FoundViolation found);

  const TestSubject& subject_;
  bool keepGoing_;
  Oracle oracle_;
  std::optional<Wanted> wanted_;
  Goal* goal_ = nullptr;
  std::vector<FoundViolation> found_;
  Observation observation_;
  unsigned endless_ = 0; // executions that were ended because they took too long
  bool failureFound_ = false;
  bool wantedFound_ = false;
  bool goalMet_ = false;
};

} // namespace heddle::examine
