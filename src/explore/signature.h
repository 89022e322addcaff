// SPDX-License-Identifier: Apache-2.0
// Two failures are the same if they have the same kind at the same source location with the same message. Two data
// races are the same if they are between the same two source lines. Computed for every failing execution, so it
// must not allocate.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/message.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// How an execution failed. A non-zero exit status is a failure if the program does not always
// end with it.
struct Failure {
  runtime::FailureKind kind = runtime::FailureKind::None;
  std::uint64_t signature = 0;
};

Failure failureOf(const runtime::Outcome& outcome, int usualExitStatus);

// What went wrong: the runtime's message, or the exit status.
model::Message
failureMessage(const runtime::Outcome& outcome, const Failure& failure, int usualExitStatus);

std::uint64_t raceSignature(const runtime::Race& race);
model::Message raceMessage(const runtime::Race& race);

// raceSignature with a cache: a racy program has the same few pairs of sites in every execution.
class RaceSignatures {
public:
  std::uint64_t of(const runtime::Race& race);

private:
  struct Entry {
    const abi::SiteRecord* first = nullptr;
    const abi::SiteRecord* second = nullptr;
    std::uint64_t signature = 0;
  };
  std::array<Entry, 256> entries_{}; // direct-mapped
};

// Whether the execution just run has the failure or race with this signature.
bool lastExecutionShows(std::uint64_t signature,
                        const runtime::Outcome& outcome,
                        int usualExitStatus);

} // namespace heddle::explore
