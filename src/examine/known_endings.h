// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/calls.h"

namespace heddle::examine {

// How executions of one test end, by the state in which their endings begin (runtime/calls.h). An ending is run once;
// executions that reach the same state later end there, with the same results, events and schedule.
// Belongs to one lease: what an ending reveals about shared memory is learned when it is run.
class KnownEndings {
public:
  // Called where the ending begins, inside CallSource::nextCall. Does not return if the ending is known.
  void beginEnding();
  void endExecution(const runtime::Outcome& outcome);

private:
  struct Ending {
    std::vector<runtime::CallRecord> calls; // numbers of events are counted from the ending's start
    std::uint64_t events = 0;
  };

  void remember(const runtime::Outcome& outcome);

  std::unordered_map<std::uint64_t, Ending> endings_;
  runtime::EndingStart start_{}; // of the current execution; state 0: its ending is not remembered
};

} // namespace heddle::examine
