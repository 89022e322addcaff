// SPDX-License-Identifier: Apache-2.0
#include "calls/behaviour.h"

#include "support/check.h"
#include "support/hash.h"

namespace heddle::calls {

namespace {

// About 200 MB; then it starts again with nothing.
constexpr std::size_t kMostKnown = 2'000'000;

// A call that does not end costs as much as a thousand others, and there is one in every state.
bool isHopeless(const CallFacts& facts) {
  constexpr unsigned kEnoughTries = 8;
  return facts.endless >= kEnoughTries && facts.returned == 0;
}

std::uint64_t keyOf(std::uint64_t state, CallId call) {
  return Hasher().add(state).add(call).value();
}

} // namespace

SoloCall Behaviour::run(const Path& path, std::uint64_t state, CallId next) {
  if (trustStates_)
    if (auto known = observations_.find(keyOf(state, next)); known != observations_.end())
      return known->second;
  if (isHopeless(facts(next)))
    return {.outcome = CallOutcome::Endless};
  SoloCall observation = engine_.run(path, state, next);
  learn(state, next, observation);
  return observation;
}

void Behaviour::learn(std::uint64_t state, CallId call, const SoloCall& observation) {
  if (trustStates_) {
    if (observations_.size() >= kMostKnown)
      observations_.clear();
    observations_.emplace(keyOf(state, call), observation);
  }
  if (call >= facts_.size())
    facts_.resize(call + 1);
  CallFacts& facts = facts_[call];
  ++facts.runs;
  facts.blocked |= observation.outcome == CallOutcome::Blocked;
  facts.failed |= !observation.cameBack() && observation.outcome != CallOutcome::Blocked &&
                  observation.outcome != CallOutcome::Refused;
  facts.endless += observation.outcome == CallOutcome::Endless ? 1 : 0;
  facts.threw |= observation.outcome == CallOutcome::Threw;
  facts.notifies |= observation.notifies;
  facts.timeDependent |= observation.timeDependent;
  if (!observation.cameBack())
    return;
  facts.changedState |= observation.state != state;
  if (observation.outcome == CallOutcome::Threw)
    return;
  if (facts.returned++ == 0) {
    facts.comparable = observation.comparable;
    facts.firstValue = observation.value;
  }
  HEDDLE_CHECK(facts.returned <= facts.runs) << "a call returned more often than it was run";
  facts.comparable &= observation.comparable;
  facts.valueVaries |= observation.value != facts.firstValue;
}

} // namespace heddle::calls
