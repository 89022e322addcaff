// SPDX-License-Identifier: Apache-2.0
// What a client can see of one execution of a test: how each call of its suffixes and epilogue ended, and how the
// execution failed, if it did. The prefix is left out, because it is the same in all executions.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "model/completeness.h"
#include "runtime/calls.h"

namespace heddle::examine {

// A call of a test: its lane and its index there.
using CallPlace = std::uint32_t;
using CallPlaces = std::unordered_set<CallPlace>;

struct ObservedCall {
  std::uint8_t lane = 0;
  std::uint16_t index = 0;
  std::uint16_t operation = 0;
  abi::CallEnding ending = abi::CallEnding::Running;
  std::uint64_t value = 0;        // of the result, or of the type thrown; 0 if not comparable
  std::uint64_t began = 0;        // numbers of events
  std::uint64_t ended = 0;        // 0 while it runs
  const char* exceptionType = ""; // mangled
  const char* text = "";          // valid until the next execution
  bool timeDependent = false;     // it read a clock or a random source
  std::uint32_t draws = 0;        // random numbers that it took
  bool isConst = false;           // its method is

  bool hasEnded() const { return ending != abi::CallEnding::Running; }
  CallPlace place() const { return std::uint32_t{lane} << 16 | index; }
  bool isSameCall(const ObservedCall& other) const { return place() == other.place(); }
  bool endedLike(const ObservedCall& other) const {
    return ending == other.ending && value == other.value;
  }
};

// A call whose result is not compared with that of serial executions.
struct UncomparedCall {
  std::uint16_t operation = 0;
  model::NotCompared reason = model::NotCompared::ResultType;
  bool operator==(const UncomparedCall&) const = default;
};

struct Observation {
  runtime::FailureKind kind = runtime::FailureKind::None;
  bool isLockCycle = false; // threads wait for locks that they hold, in a cycle
  bool exitedEarly = false;
  bool madeFair = false;
  // The schedule had an influence on clocks or random numbers (runtime::surroundingsVaried).
  bool surroundingsVaried = false;
  bool withClassThreads = false; // threads that the class started took part
  // A call tried a lock that another call held, and continued without it, or it may fail without a reason and did. No
  // order of calls gives that answer, and yet it is right.
  bool gaveUpLock = false;
  bool lockWasHeld = false;  // a call ran while another one was between the two halves of a lock
  bool wasOvertaken = false; // serial executions: see explore/strategies/serial_strategy.h
  std::vector<ObservedCall> calls;
  std::vector<UncomparedCall> notCompared;

  // All threads wait, or a cycle of threads does.
  bool isBlocked() const {
    return kind == runtime::FailureKind::Deadlock || kind == runtime::FailureKind::LostWakeup;
  }
};

// Whether a client used a reference there that a call had returned (abi::kReferenceUse).
bool isReferenceUse(const abi::SiteRecord* site);

// The execution just run. Reuses the memory of `observation`: called for every execution.
void observe(const runtime::Outcome& outcome, Observation& observation);

// Equal for observations that a client cannot distinguish: the calls that ended and how, except for those in `leftOut`.
// Calls that did not end do not count: a hang leaves no other trace of them.
std::uint64_t keyOf(const Observation& observation, const CallPlaces& leftOut);

} // namespace heddle::examine
