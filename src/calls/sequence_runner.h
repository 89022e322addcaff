// SPDX-License-Identifier: Apache-2.0
// What the search for call sequences needs from the engine: run one more call after those of a node of the tree.
#pragma once

#include <cstdint>
#include <vector>

#include "calls/call_catalogue.h"

namespace heddle::calls {

using Path = std::vector<CallId>; // a call sequence that begins with the constructor

enum class CallOutcome : std::uint8_t {
  Returned,
  Threw,
  Refused,     // an argument refers to an object that was not made
  Blocked,     // it waits forever if there are no other calls
  Failed,      // crash, assertion, memory error, ...: the class fails sequentially
  Endless,     // more events than a call may take
  Exited,      // ended the process
  Unsupported, // uses something the runtime does not model
};

// The outcome of one call that runs alone (AutoConTest, section 4.2, "Gathering runtime data").
struct SoloCall {
  CallOutcome outcome = CallOutcome::Failed;
  bool comparable = false;    // `value` covers everything that was returned
  bool timeDependent = false; // read a clock or a random source
  bool notifies = false;      // notified a condition
  std::uint64_t coverage = 0; // hash of the method-call trace (Definition 1)
  std::uint64_t state = 0;    // hash of the objects afterwards; only if the call returned
  std::uint64_t value = 0;
  bool cameBack() const {
    return outcome == CallOutcome::Returned || outcome == CallOutcome::Threw;
  }
  // Another call may let it continue: it is blocked, or spins.
  bool waits() const { return outcome == CallOutcome::Blocked || outcome == CallOutcome::Endless; }
};

class SequenceRunner {
public:
  // Runs `next` after the calls of `path`, all of which returned when they were run before. `state` is the
  // state after `path`.
  virtual SoloCall run(const Path& path, std::uint64_t state, CallId next) = 0;

protected:
  ~SequenceRunner() = default;
};

} // namespace heddle::calls
