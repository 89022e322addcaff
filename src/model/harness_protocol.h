// SPDX-License-Identifier: Apache-2.0
// How the CLI process and a harness process talk.
//   request   text file, CLI -> harness, named by the environment variable HEDDLE_REQUEST
//   status    shared memory (a mapped file), harness -> CLI: live progress, and what is about to run,
//             written *before* it runs, so that the CLI knows it even after kill -9
//   findings  text file, appended by the harness, one record per distinct failure as soon as it is
//             seen, and again when its schedule has been minimised
//   coverage  text file, appended by the harness whenever an execution had a memory-access pattern, or
//             a site, that no execution of the process had before (model/pattern_coverage.h)
//   trace     text file written by the harness in replay mode
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/explanation.h"
#include "model/failure_target.h"
#include "model/finding_kind.h"
#include "model/focus_line.h"
#include "model/forms/enum_set.h"
#include "model/lists/counters.h"
#include "model/lists/prunings.h"
#include "model/lists/strategy_table.h"
#include "model/message.h"
#include "model/position.h"
#include "model/schedule.h"
#include "model/severity.h"
#include "model/test.h"
#include "support/result.h"

namespace heddle::model {

// Check generates and explores tests of a class harness; Describe writes the C++ source of a test's calls.
enum class HarnessMode : std::uint8_t {
  Explore,
  Replay,
  ProbeCheckpoints,
  ProbeTracing,
  Check,
  Describe,
  Reproduce,
};

template <>
struct EnumNames<HarnessMode> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "explore", "replay", "probe-checkpoints", "probe-tracing", "check", "describe", "reproduce"};
};

// Where a harness finds the solver process that its request asks for (OrderEngine::Z3): one end of a socket, inherited.
// High enough not to meet descriptors that programs count on.
inline constexpr int kSolverDescriptor = 199;

// Whether it searches, as opposed to repeating or describing what was found.
constexpr bool searches(HarnessMode mode) {
  return mode == HarnessMode::Explore || mode == HarnessMode::Check ||
         mode == HarnessMode::Reproduce;
}

// Whether it generates tests of a class.
constexpr bool generatesTests(HarnessMode mode) {
  return mode == HarnessMode::Check || mode == HarnessMode::Reproduce;
}

// Which executions of the search are looked at for MAP coverage. Off: those that a strategy needs, for itself alone.
enum class CoverageMode : std::uint8_t { Sampled, All, Off };

template <>
struct EnumNames<CoverageMode> {
  static constexpr std::array<std::string_view, 3> kNames = {"sampled", "all", "off"};
};

// Where a harness continues that replaces a dead one. An execution here is a numbered step: one execution of a program,
// or one test of a check.
struct Resume {
  std::uint64_t firstExecution =
      0;              // the one after that which killed the process; 0: from the beginning
  unsigned phase = 0; // of the plan, in which it was
  std::uint64_t phaseStart = 0; // number of that phase's first execution
};

struct ExplorePart {
  std::string traceSetPath; // "": off. dfs: append one line per execution (exactness tests)
};

// The function that an operation of the class calls, as its declaration says.
struct CalledFunction {
  std::string symbol;       // its linkage name; "": unknown
  bool hasBody = true;      // where the class is defined
  bool returnsValue = true; // not void
};

struct CheckPart {
  std::string guide = "coverage";                                      // a name in lists/guides.def
  EnumSet<SequencePruning> prunings = EnumSet<SequencePruning>::all(); // those that are on
  unsigned saturation = 3;   // k of the call-sequence tree
  std::uint64_t tests = 0;   // concurrent tests to generate at most; 0: no limit
  bool generateOnly = false; // sequences and tests without exploring (measurements)
  std::string methodsPath; // method summaries (class_summary.h) for guides that use them; "": none
  Test test;               // to be checked instead of generating any; empty: generate
  std::vector<CalledFunction> functions; // of the operations, in their order
  std::string summaryPath;               // to be written: CheckSummary
};

struct ReproducePart {
  FailureTarget target;
  EnumSet<StackPruning> prunings = EnumSet<StackPruning>::all();
  std::uint64_t tests = 0; // to explore at most; 0: no limit
  std::string methodsPath; // as in CheckPart
  std::string summaryPath; // to be written: Reproduction
};

struct ReplayPart {
  Schedule schedule;
  bool endless = false;        // the execution did not end
  std::uint64_t signature = 0; // of several failures, the one the trace is about; 0: any
  Test test;                   // to run in a class harness; empty: the program's main
  std::string tracePath;       // to be written: Trace; "": none
};

struct DescribePart {
  Test test;
  std::string sourcePath; // to be written: TestSource
};

struct ProbePart {
  std::string resultPath; // to be written: what was measured
};

// Fields are in the order of their meaning; there is one request per process.
struct HarnessRequest {
  static constexpr int kVersion = 3;

  HarnessMode mode = HarnessMode::Explore;
  StrategyChoice strategy; // none: the auto plan
  StrategyOptions strategyOptions;
  std::vector<FocusLine> focus; // values: pairs with an access at these lines come first
  std::uint64_t seed = 1;
  Resume resume;
  std::uint64_t executions = 100000; // over all jobs; 0: no limit
  double seconds = 60;               // wall-clock limit of the whole run; 0: no limit
  unsigned jobs = 1;
  unsigned job = 0;                // this harness runs executions with index % jobs == job
  bool keepGoing = false;          // continue after the first finding that is not a data race
  std::uint64_t afterRace = 10000; // executions to look for a consequence of a data race
  bool allCauses = false; // check: continue after a failure, for those with other root causes

  bool minimise = true;

  bool detectRaces = true;
  bool detectLeaks = false;
  bool reuseHeap = false;
  std::uint64_t maxEvents = 10'000'000;
  std::uint64_t patienceNanoseconds = 50'000'000;
  std::uint64_t arenaBytes = std::uint64_t{1} << 30;
  std::uint64_t stackBytes = std::uint64_t{2} << 20;

  std::string stdinPath; // "": reading standard input is unsupported
  std::string statusPath;
  std::string findingsPath;
  CoverageMode coverage = CoverageMode::Sampled;
  std::string coveragePath; // "": coverage is not written

  // Only the part of `mode` counts.
  ExplorePart explore;
  CheckPart check;
  ReproducePart reproduce;
  ReplayPart replay;
  DescribePart describe;
  ProbePart probe;
};

// Where the harness writes its answer besides findings: a trace, a summary, a source, a measurement; "" for none.
std::string answerPath(const HarnessRequest& request);
void setAnswerPath(HarnessRequest& request, const std::string& path);

std::string toText(const HarnessRequest& request);
Result<HarnessRequest> requestFromText(std::string_view text);

enum class HarnessState : std::uint8_t { Starting, Exploring, Minimising, Finished, Failed };

// Mapped shared by both processes; the file is created zero-filled by the CLI with this size.
struct HarnessStatus {
  static constexpr std::uint32_t kVersion = 3;

  std::atomic<std::uint32_t> version; // set by the harness when the rest is valid
  std::atomic<std::uint32_t> state;   // HarnessState
  std::atomic<std::uint64_t>
      nextExecution; // about to run; with `phase` and `phaseStart` see Resume
  std::atomic<std::uint64_t> phaseStart;
  std::atomic<std::uint32_t> phase;
  LiveCounters counters;
  std::atomic<std::uint64_t> findings; // records written
  std::atomic<std::uint64_t> exploreNanoseconds;
  std::atomic<std::uint64_t> threads; // most threads seen in one execution
  std::atomic<std::uint64_t>
      lowestFinding; // 1 + lowest execution index with a stopping finding; 0: none.
                     // Written by the CLI too: the lowest over all jobs
  std::atomic<std::uint64_t> generateNanoseconds; // spent in generation
  std::atomic<std::uint32_t>
      exhausted; // everything in its share was explored, within these bounds:
  std::atomic<std::int32_t> preemptionBound;
  std::atomic<std::int32_t> delayBound;
  std::atomic<std::uint32_t> incomplete;    // an exhaustive search had to leave something out
  std::atomic<std::uint32_t> exitedEarly;   // some execution ended by exit() with threads alive
  std::atomic<std::uint32_t> stopRequested; // set by the CLI
  std::atomic<std::uint32_t> unsupported;   // Failed: because the subject does what is not modelled
  // NOLINTBEGIN(modernize-avoid-c-arrays): mapped memory, of one layout in both processes
  char message[1024];      // Failed: why; replay: where it left the schedule. A Message as text
  std::uint64_t stack[48]; // unsupported: where; program counters, innermost first, 0 ends it
  // NOLINTEND(modernize-avoid-c-arrays)
};

// Cuts what does not fit.
void setMessage(HarnessStatus& status, const Message& message);
Message messageOf(const HarnessStatus& status);

// One line group in the findings file.
struct FindingRecord {
  static constexpr int kVersion = 4;

  FindingKind kind = FindingKind::None;
  SeverityReason severityReason = SeverityReason::None;
  std::uint64_t signature = 0; // same kind at the same place
  std::uint64_t step =
      0; // of the run, in which it failed first (see Resume); orders the findings of all jobs
  Position position;  // of the first failure
  double seconds = 0; // since exploring began
  Message message;
  Schedule schedule;
  bool minimised = false;          // this record replaces the earlier one with the same signature
  std::uint64_t originalSteps = 0; // events before minimising
  unsigned originalPreemptions = 0;
  std::uint64_t seen = 1; // executions that failed this way so far
  // Class harnesses only: the test, and what the linearisations of its calls give instead.
  Test test;
  std::uint64_t sequencePair = 0; // number of the pair of call sequences it was made from
  Explanation explanation;
  bool meetsTarget =
      false; // reproduce: as far as the harness can tell, it is the failure that was given
};

std::string toText(const FindingRecord& record);
// Reads complete records; a torn last record (the harness was killed while writing) is ignored.
std::vector<FindingRecord> findingRecordsFromText(std::string_view text);

} // namespace heddle::model
