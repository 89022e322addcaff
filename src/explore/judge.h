// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "explore/signature.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// Judges the executions of a search. Data races are judged here, for every subject; other failures depend on the
// subject.
class Judge {
public:
  virtual ~Judge() = default;

  // Judges the execution just run, number `execution` of the search, from 1. Returns whether anything is wrong.
  bool judge(std::uint64_t execution, const runtime::Outcome& outcome);

  // Whether the search may end, because it has found what it is after.
  virtual bool isSatisfied() const { return false; }

protected:
  // Whether the execution fails; a failure that is new is kept.
  virtual bool judgeFailure(std::uint64_t execution, const runtime::Outcome& outcome) = 0;
  // False if races have no meaning.
  virtual bool judgesRaces() const { return true; }
  // A race with this signature was seen in this execution. Races come in large numbers: most are known.
  virtual void sawRace(std::uint64_t execution,
                       const runtime::Outcome& outcome,
                       const runtime::Race& race,
                       std::uint64_t signature) = 0;

private:
  RaceSignatures raceSignatures_;
};

} // namespace heddle::explore
