// SPDX-License-Identifier: Apache-2.0
// A judged failure, confirmed by replay, with everything a report shows: data, no words. Built once from a Trace
// (explain/explain.h), stored in `<out>/<id>.heddle` together with what is needed to run it
// again, rendered by report/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/explanation.h"
#include "model/finding_kind.h"
#include "model/message.h"
#include "model/ordered_pair.h"
#include "model/position.h"
#include "model/root_cause.h"
#include "model/schedule.h"
#include "model/severity.h"
#include "model/source_place.h"
#include "model/step.h"
#include "model/test.h"
#include "model/trace.h"
#include "support/result.h"

namespace heddle::model {

// How the stack of a failure compares with the one that was to be reproduced.
enum class StackComparison : std::uint8_t {
  NotCompared,
  Exact,     // the same functions, and the same line fails
  Moved,     // the same functions, but another line: the code has changed since
  Different, // another failure
};
std::string_view toText(StackComparison comparison); // "", "exact", "moved", "different"

enum class ThreadStatus : std::uint8_t {
  NotStarted,
  Running,
  Failed,
  Accessing,  // one side of a data race: ThreadState::access of ThreadState::object
  Waiting,    // for something unknown
  WaitingFor, // ThreadState::wait
  Finished,
};
template <>
struct EnumNames<ThreadStatus> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "not-started", "running", "failed", "accessing", "waiting", "waiting-for", "finished"};
};

// What a thread waits for.
struct Wait {
  EventKind operation = EventKind::Lock;
  ObjectIndex object = 0;
  std::int32_t holder = -1; // thread, -1 when none
};

struct HeldObject {
  EventKind operation = EventKind::Lock; // that took it: says what kind of lock it is
  ObjectIndex object = 0;
  SourcePlace place; // where it was taken
};

// A call of a generated test, as its thread made it.
struct ThreadCall {
  std::string source; // "account.withdraw(500)"
  CallOutcome outcome;
};

struct ThreadState {
  std::uint16_t thread = 0;
  std::string entry;             // the first function of the user's that it runs
  bool isTest = false;           // the main thread of a generated test
  std::vector<ThreadCall> calls; // of a generated test
  ThreadStatus status = ThreadStatus::Running;
  StepKind access = StepKind::None;
  ObjectIndex object = 0;
  Wait wait;
  std::vector<HeldObject> holds;
  std::vector<SourcePlace> stack; // innermost first, library frames folded away
};

// The two accesses of a data race.
struct RaceSides {
  std::uint16_t firstThread = 0, secondThread = 0;
  bool firstWrites = false, secondWrites = false;
  ObjectIndex object = 0;
};

// The earlier event of a memory error, and where it happened.
struct RelatedEvent {
  Relation relation = Relation::None;
  std::int32_t thread = -1; // -1 when unknown
  std::vector<SourcePlace> stack;
};

// How to build the program again.
struct Program {
  std::vector<std::string> sources;   // as given; check: the header first
  std::vector<std::string> arguments; // after `--`
  std::vector<std::string> cxxflags;
  std::vector<std::string> ldflags;
  std::string buildDirectory;   // -p, "" when none
  std::string workingDirectory; // where heddle was started
  std::string binary;           // the harness that found it
  std::string fingerprint;      // of sources and flags; a replay on changed code says so
  std::string className;        // check: the class under test; "" for programs
  std::string valuesFile;       // check: header with more values, "" when none
};

struct Finding {
  static constexpr int kVersion = 5;
  // Still read; before 3 without steps and threads, before 4 without `why`, before 5 always an error.
  static constexpr int kOldestVersion = 1;

  std::string id; // "0001"
  FindingKind kind = FindingKind::None;
  SeverityReason severityReason = SeverityReason::None; // why it is less than its kind suggests
  Message message;
  SourcePlace location;
  std::uint16_t thread = 0;         // that failed
  std::string accessed;             // memory errors: the user's name of what was accessed
  RaceSides race;                   // data races
  std::vector<std::string> methods; // linearizability: those that ran concurrently
  std::vector<Object> objects;      // [0] is none
  std::vector<Step> steps;
  std::uint64_t stepsLeftOut = 0;
  std::vector<ThreadState> threads; // deadlocks: all; crashes: the failing one first
  std::vector<SourcePlace> stack;   // of the failing thread
  RelatedEvent related;
  std::vector<Message> notes;
  std::vector<OrderedPair> why; // the orders that explain it; empty when none stands out
  RootCause cause;              // of a generated test: what the author would change
  std::vector<Consequence>
      also;           // failures with the same cause, which are not findings of their own
  std::string output; // of the failing execution
  unsigned preemptions = 0;
  std::uint64_t events = 0;
  unsigned originalPreemptions = 0;
  std::uint64_t originalEvents = 0;
  Position position; // of the first failure
  std::uint64_t seen = 1;
  double seconds = 0;
  std::uint64_t signature = 0;
  std::uint64_t traceHash = 0;
  unsigned replays = 0, replaysFailed = 0; // confirmations in fresh processes: failed of replays
  Schedule schedule;
  std::uint64_t seed = 0;
  Program program;
  // Generated tests only:
  Test test;
  std::uint64_t sequencePair = 0;     // number of the pair of call sequences it was made from
  std::vector<std::string> testLines; // the test as one would write it, for the report
  Explanation explanation;            // what the linearisations of its calls give instead
  std::string testFile;               // "0001_test.cpp"; "" when none was written
  std::string testCommand;            // compiles it
  StackComparison comparison = StackComparison::NotCompared; // reproduce
  bool known = false;                   // in the baseline of the command that found it; not stored
  std::vector<std::string> engineFlags; // "heap=reuse", "races=off", ...: what changes an execution
};

inline Severity severityOf(const Finding& finding) {
  return severityOf(finding.kind, finding.severityReason);
}

std::string toText(const Finding& finding);
Result<Finding> findingFromText(std::string_view text);

} // namespace heddle::model
