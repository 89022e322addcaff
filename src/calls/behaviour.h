// SPDX-License-Identifier: Apache-2.0
// What the calls of the class do when they run alone: every observation of the whole run, indexed by the state of the
// object. A call is deterministic in a given state (AutoConTest, section 4.2, after Xie et al.), so a known call need
// not be run again. Tests are chosen by these observations.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "calls/sequence_runner.h"

namespace heddle::calls {

// All observations of one call taken together.
struct CallFacts {
  std::uint64_t runs = 0;
  std::uint64_t returned = 0;
  bool changedState = false;
  bool threw = false;
  bool blocked = false;
  bool failed = false;     // or did not end, or ended the process
  bool comparable = false; // whenever it returned
  bool valueVaries = false;
  bool notifies = false; // a condition
  bool timeDependent = false;
  unsigned endless = 0; // runs that were cut off
  std::uint64_t firstValue = 0;
};

class Behaviour final : public SequenceRunner {
public:
  // `trustStates`: equal state hashes mean equal behaviour. If false, every sequence is run.
  Behaviour(SequenceRunner& engine, bool trustStates)
      : engine_(engine), trustStates_(trustStates) {}

  SoloCall run(const Path& path, std::uint64_t state, CallId next) override;

  CallFacts facts(CallId call) const { return call < facts_.size() ? facts_[call] : CallFacts{}; }
  // From now on equal state hashes do not imply equal behaviour.
  void distrustStates() { trustStates_ = false; }

private:
  void learn(std::uint64_t state, CallId call, const SoloCall& observation);

  SequenceRunner& engine_;
  bool trustStates_;
  std::unordered_map<std::uint64_t, SoloCall> observations_; // by state and call
  std::vector<CallFacts> facts_;
};

} // namespace heddle::calls
