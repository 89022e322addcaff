// SPDX-License-Identifier: Apache-2.0
// The second interface of the runtime: runs calls of a class harness instead of a program's main. calls/ and examine/
// supply a CallSource with each Run; the interpreter in the subject asks it for the next call of each lane and reports
// how it ended.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi/calls.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

class CallSource {
public:
  // The call number `index` of `lane`, null if the lane has no more. Called on the subject's stack. As in
  // Chooser::choose, saveCheckpoint and abandonExecution are allowed: a resumed checkpoint returns here.
  virtual const abi::Call* nextCall(unsigned lane, unsigned index) = 0;
  // How many lanes start when the prefix is done.
  virtual unsigned laneCount() = 0;

protected:
  ~CallSource() = default;
};

// Null if the subject is a program with its own main.
const abi::ClassTable* classTable();

struct CallRecord {
  const abi::Call* call; // as the source gave it
  std::uint8_t lane;
  std::uint16_t index;                // in its lane
  bool notifies;                      // it notified a condition; only with Options::callCoverage
  bool tookLock;                      // at least one, perhaps only for a part of the time
  unsigned heldBefore;                // locks of its thread
  bool timeDependent;                 // it read a clock or a random source
  std::uint32_t clockReadings, draws; // how often
  // The last lock that it tried, found busy, and did not take later: that may be why it gave up. 0: none.
  std::uintptr_t busyLock;
  abi::CallResult result;
  std::uint64_t coverage; // hash of the method-call trace; 0 unless Options::callCoverage
  std::uint64_t firstEvent, lastEvent; // numbers of events; lastEvent 0 while it runs
  const StackTrace*
      thrownAt; // the last exception that was thrown in it; only with Options::traceCallers
};

// Calls begun in the last execution (or so far in the running one), in that order.
const CallRecord* callRecords(std::size_t* count);

// ---- endings (ending.cpp) ---------------------------------------------------------------------------

// When all lanes have been joined, the rest of the execution is its ending: one thread, and no choices. Executions whose
// endings begin in the same state end in the same way.
struct EndingStart {
  std::uint64_t state;          // hash of everything the ending depends on; 0: cannot be compared
  std::uint64_t events, points; // so far
  unsigned threads;
};
// Describes an ending that would begin now. Only inside CallSource::nextCall.
EndingStart endingStart();

// Ends the execution now, like one whose ending began in the same state and took `events` events with these calls; their
// events are counted from there. Returns if it cannot, because the execution would reach a limit of events. Only
// inside CallSource::nextCall.
void endLike(const CallRecord* calls, std::size_t count, std::uint64_t events);

// ---- the rest of what an execution reports -------------------------------------------------------------

// The thread that runs a lane in the last execution; kNoThread if it was not started.
ThreadId laneThread(unsigned lane);

// How many threads other than main and the lanes were started, that is, by the class itself.
unsigned threadsOfTheClass();

// From the end of the prefix on, what a call reads from clocks and random sources does not depend on the schedule: the
// clock stands still (except for calls that poll it), and each call has its own random numbers. This tells whether the
// schedule had an influence nevertheless, between the prefix and the epilogue: a wait timed out, a thread slept, a call
// polled the clock or set the random seed.
bool surroundingsVaried();

// Hash of everything reachable from the objects and from the subject's global variables, with heap blocks
// renamed in visiting order. No later call can distinguish two states with equal hashes. The converse need not hold:
// spare capacity counts. Inside CallSource::nextCall, or after an execution.
std::uint64_t objectState();

// Object `index` of the last execution; 0 when there is none.
std::uintptr_t objectAddress(unsigned index);

// Eight bytes that the last call accessed while it held the same set of locks. Only with Options::watchCalls and
// callCoverage. Does not include stacks, memory that the call itself allocated, one-time initialisers, and reference
// counts. If there are far too many accesses, the rest is left out.
struct CallAccess {
  std::uintptr_t granule;
  std::uint8_t read, written;  // which of the bytes, as bits
  std::uint16_t held;          // which locks: callLocks
  const abi::SiteRecord* site; // of the first write, or of the first read
};
const CallAccess* callAccesses(std::size_t* count);
bool isHeap(std::uintptr_t address);

struct CallLock {
  std::uintptr_t address;
  std::uint64_t taken; // number of the event
  bool shared;
};
const CallLock* callLocks(unsigned held, unsigned* count);

// A lock that a call waited for, or would have waited for, while it held another one; those of all executions so far,
// each once. Only with Options::watchCalls.
struct LockPlace {
  static constexpr std::uint8_t kOutside = 0xff;
  std::uint8_t object; // in which object, or kOutside
  std::uint32_t offset;
  bool operator==(const LockPlace&) const = default;
};
struct NestedLock {
  std::uint16_t operation;
  std::uint8_t receiver;
  LockPlace outer, inner;
  bool shared;                 // the inner one, by a reader
  const abi::SiteRecord* site; // the last one before
  bool isLike(const NestedLock& other) const {
    return operation == other.operation && receiver == other.receiver && outer == other.outer &&
           inner == other.inner;
  }
};
const NestedLock* nestedLocks(std::size_t* count);

} // namespace heddle::runtime
