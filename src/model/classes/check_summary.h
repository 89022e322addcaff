// SPDX-License-Identifier: Apache-2.0
// What one run of `heddle check` did, written by the harness when it ends: what was driven and what was not, and how the
// coverage grew. What can be counted is in the status (counters.def). Versioned text form (text_form.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/completeness.h"
#include "model/forms/enum_names.h"
#include "model/message.h"
#include "support/result.h"

namespace heddle::model {

// Forms of concurrent tests.
enum class TestShape : std::uint8_t {
  Pair,          // one call against another
  TwoObjects,    // calls that take the other object, from both sides
  Client,        // one client against the threads of the class
  ThreeLanes,    // three calls: two waiters and one that notifies
  ThreeAndOne,   // two waiters against two calls of one thread
  TwoAgainstOne, // two calls of one thread against one
  TwoAgainstTwo,
};
template <>
struct EnumNames<TestShape> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "1|1", "two-objects", "client", "1|1|1", "1|1|2", "2|1", "2|2"};
};

struct CheckSummary {
  static constexpr int kVersion = 4;

  struct OperationUse {
    std::string signature;
    std::uint64_t runs = 0;          // in generation
    std::uint64_t returned = 0;      // of these
    std::uint64_t tests = 0;         // with a concurrent call of it
    std::uint64_t testsReturned = 0; // of these: such a call returned in an execution
    bool precompiled = false;        // its body has no hooks
    NotComparedCounts notCompared{}; // tests in which its results were not compared, by reason
    Message problem; // why it was not driven, or what it always does instead of returning
  };
  // One call sequence chosen (a row of AutoConTest's Table 2).
  struct Iteration {
    double seconds = 0; // since the run began
    double took = 0;    // seconds for this sequence alone
    unsigned saturation = 0;
    std::uint64_t sequences = 0; // executed in generation so far
    std::uint64_t newTraces = 0; // method-call traces that only this sequence covers
    std::uint64_t length = 0;    // calls after the constructor
    bool cut = false;            // the search ended by its limit
  };
  // Coverage over time, one row per pair of call sequences.
  struct Progress {
    double seconds = 0;
    std::uint64_t tests = 0;
    std::uint64_t callTraces = 0;
    std::uint64_t requirementsCovered = 0;
  };
  struct ShapeUse {
    TestShape shape = TestShape::Pair;
    std::uint64_t tests = 0;
    std::uint64_t executions = 0; // of the search
    bool exhausted = false;       // every test of this shape that was thought of was explored
  };

  std::string guide;
  std::vector<OperationUse> operations; // in the order of the class table
  std::vector<Iteration> iterations;
  std::vector<Progress> progress;
  std::vector<ShapeUse> shapes;
  bool changesState = false; // a call did, or may: it did not return, or the class has threads
  bool tellsStates = false;  // results of a method differ, or there is an invariant
  std::uint64_t testsWithSharing = 0; // concurrent calls of the test share memory or a lock
  std::uint64_t racesLeftOut = 0;     // data races seen and not recorded: there were too many
  // Of guides that know method summaries (class_summary.h): pairs of methods, how many of them the relations pruned,
  // how many came back because an execution showed what a summary lacks, and how many were never run.
  std::uint64_t pairs = 0; // 0: the guide does not think in pairs
  std::uint64_t pairsPruned = 0;
  std::uint64_t pairsRestored = 0;
  std::uint64_t pairsLeftOut = 0;
  std::vector<Message> missing; // what a summary lacks
  std::vector<Message> notes;
};

std::string toText(const CheckSummary& summary);
Result<CheckSummary> checkSummaryFromText(std::string_view text);

} // namespace heddle::model
