// SPDX-License-Identifier: Apache-2.0
// A judged failure, confirmed by replay, with everything a report shows. Built once from a Trace
// (report/finding_builder.h), stored in `<out>/<id>.heddle` together with what is needed to run it
// again, rendered by report/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding_kind.h"
#include "model/position.h"
#include "model/schedule.h"
#include "model/test.h"
#include "support/result.h"

namespace heddle::model {

struct SourcePlace {
  std::string file; // as the user wrote it when possible, else absolute
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function; // demangled, without arguments when long
  bool operator==(const SourcePlace&) const = default;
};

// How the stack of a failure compares with the one that was to be reproduced.
enum class StackComparison : std::uint8_t {
  NotCompared,
  Exact,     // the same functions, and the same line fails
  Moved,     // the same functions, but another line: the code has changed since
  Different, // another failure
};
std::string_view toText(StackComparison comparison); // "", "exact", "moved", "different"

// One row of the interleaving table.
struct Step {
  std::uint64_t number = 0; // event number in the execution
  std::uint16_t thread = 0;
  SourcePlace place;
  std::string what;       // "reads", "writes", "locks", "waits on", "starts", "joins", "frees", ...
  std::string variable;   // source name, or a description such as `heap#3+8`
  std::string value;      // printable value, "" when none
  std::string switched;   // why another thread stopped before this step: "T1 preempted", ...; or ""
  std::string note;       // "fails here", "races with T2", ...
  bool essential = false; // takes part in the failure (race, deadlock cycle, failing step)
};

struct ThreadState {
  std::uint16_t thread = 0;
  std::string entry;              // the first function of the user's that it runs
  std::string state;              // "waits for mutex `a` held by T2", "failed", "finished"
  std::vector<std::string> holds; // "mutex `b`, locked at account.cpp:12"
  std::vector<SourcePlace> stack; // innermost first, library frames folded away
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
  static constexpr int kVersion = 2;
  static constexpr int kOldestVersion =
      1; // still read: only the order of picks in a schedule differs

  std::string id; // "0001"
  FindingKind kind = FindingKind::None;
  std::string title;
  SourcePlace location;
  std::vector<Step> steps;
  std::uint64_t stepsLeftOut = 0;
  std::vector<ThreadState> threads; // deadlocks: all; crashes: the failing one first
  std::vector<SourcePlace> stack;   // of the failing thread
  std::string relatedWhat;          // "freed by T2", "" when none
  std::vector<SourcePlace> relatedStack;
  std::vector<std::string> notes;
  std::vector<std::string> helps;
  std::string output; // of the failing execution
  unsigned preemptions = 0;
  std::uint64_t events = 0;
  unsigned originalPreemptions = 0;
  std::uint64_t originalEvents = 0;
  Position position; // that showed it first
  std::uint64_t seen = 1;
  double seconds = 0;
  std::uint64_t signature = 0;
  std::uint64_t traceHash = 0;
  unsigned replays = 0, replaysFailed = 0; // confirmations in fresh processes: failed of replays
  Schedule schedule;
  std::uint64_t seed = 0;
  Program program;
  // Of a generated test:
  Test test;
  std::uint64_t sequencePair = 0;       // number of the pair of call sequences it was made from
  std::vector<std::string> testLines;   // the test as one would write it, for the report
  std::vector<std::string> explanation; // what the linearisations of its calls give instead
  std::string testFile;                 // "0001_test.cpp"; "" when none was written
  std::string testCommand;              // compiles it
  StackComparison comparison = StackComparison::NotCompared; // reproduce
  std::vector<std::string> engineFlags; // "heap=reuse", "races=off", ...: what changes an execution
};

std::string toText(const Finding& finding);
Result<Finding> findingFromText(std::string_view text);

} // namespace heddle::model
