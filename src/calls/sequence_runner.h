// SPDX-License-Identifier: Apache-2.0
// What the search for call sequences asks of the engine: run one more call after those of a node of the tree.
#pragma once

#include <cstdint>
#include <vector>

#include "calls/call_catalogue.h"

namespace heddle::calls {

using Path = std::vector<CallId>; // a call sequence from the constructor on

enum class CallOutcome : std::uint8_t {
  Returned,
  Threw,
  Refused,     // an argument stands for an object that was not made
  Blocked,     // it waits for ever when nobody else calls anything
  Failed,      // crash, assertion, memory error, ...: the class fails sequentially
  Endless,     // more events than a call may take
  Exited,      // ended the process
  Unsupported, // uses something the runtime does not model
};

// How one call went when run alone (AutoConTest, section 4.2, "Gathering runtime data").
struct SoloCall {
  CallOutcome outcome = CallOutcome::Failed;
  bool comparable = false;    // `value` stands for all that was returned
  bool timeDependent = false; // read a clock or a random source
  std::uint64_t coverage = 0; // hash of the method-call trace (Definition 1)
  std::uint64_t state = 0;    // hash of the objects afterwards; only when the call came back
  std::uint64_t value = 0;
  bool cameBack() const {
    return outcome == CallOutcome::Returned || outcome == CallOutcome::Threw;
  }
  // Another call may let it go on: it is blocked, or spins.
  bool waits() const { return outcome == CallOutcome::Blocked || outcome == CallOutcome::Endless; }
};

class SequenceRunner {
public:
  // Runs `next` after the calls of `path`, all of which have come back when they were run before. `state` is the
  // state after `path`.
  virtual SoloCall run(const Path& path, std::uint64_t state, CallId next) = 0;

protected:
  ~SequenceRunner() = default;
};

} // namespace heddle::calls
