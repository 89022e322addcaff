// SPDX-License-Identifier: Apache-2.0
// How strong the answer of a command is. All facts that weaken it are fields of one value, Completeness, and one
// function derives the verdict from it, for every command. report/claim_text.h puts both into words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/forms/enum_names.h"
#include "model/lists/strategy_table.h"

namespace heddle::model {

// From the strongest claim to the weakest, after Found.
enum class Verdict : std::uint8_t { Found, Verified, NotFound, Inconclusive, Unsupported };
std::string_view toText(Verdict verdict);

// Why the oracle did not compare results in some executions of a test.
enum class NotCompared : std::uint8_t {
  ReadsClock, // the call read a clock or random numbers, so that results may differ for good reasons
  ClassThreads, // threads that the class started took part
  ResultType,   // values of the type that the call returns cannot be compared
  GaveUpLock,   // the call tried a lock that another thread held, and continued without it
  LockWasHeld, // it ran while another thread was between the two halves of a lock, `lock()` and `unlock()`
};
inline constexpr std::size_t kNotCompared = 5;
std::string_view toText(NotCompared reason); // "reads-clock"
using NotComparedCounts = std::array<std::uint64_t, kNotCompared>;

// Why there was nothing that tests of a class could show.
enum class NothingToTest : std::uint8_t {
  No, // there was something
  NoTest,
  NoMethod,      // that can be called
  NoneReturned,  // every method that was called threw or blocked whenever it was called
  Precompiled,   // no method has hooks in its body
  NoMutator,     // no method changes anything
  NothingShared, // no two concurrent calls share memory or a lock
};
template <>
struct EnumNames<NothingToTest> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "no", "no-test", "no-method", "none-returned", "precompiled", "no-mutator", "nothing-shared"};
};

// What a search did and did not do. A default value claims nothing.
struct Completeness {
  // ---- what was explored
  std::uint64_t tests = 0;          // a program counts as one
  std::uint64_t testsExhausted = 0; // of these: every interleaving within `bounds` was run
  Bounds bounds{};                  // the narrowest of all exhausted tests
  bool triedAllTests = true;        // no limit kept a test from being explored
  bool hasOneInterleaving = false;  // a program that starts no threads

  // ---- what the exploration or the oracle had to leave out
  std::uint64_t testsWithOmissions = 0; // an exhaustive strategy could not visit all it promised
  std::uint64_t cutExecutions = 0;
  std::uint64_t fairExecutions = 0;
  std::uint64_t testsWithUnknownOrders = 0; // not all serial executions are known to the oracle
  std::uint64_t testsFailingSerially = 0;   // their calls break the class in serial executions too
  std::uint64_t methods = 0;                // of the class
  std::uint64_t methodsTested = 0;          // no field below is about them
  std::uint64_t methodsNotDriven = 0;
  std::uint64_t methodsNeverReturned = 0;
  std::uint64_t methodsPrecompiled = 0;
  std::uint64_t methodsNotConcurrent = 0;
  NotComparedCounts methodsNotCompared{};
  bool nothingObserved = false; // no method returns results that differ
  NothingToTest nothingToTest = NothingToTest::No;
  std::uint64_t pairsLeftOut = 0; // of methods that cannot interfere, as far as their summaries say
  std::uint64_t restarts = 0;     // executions that killed their process

  // ---- how the search ended
  bool isExhaustive = false;       // the strategy promises to visit everything within its bounds
  double timeLimit = 0;            // seconds, that ended the search; 0: it ended otherwise
  std::uint64_t otherFindings = 0; // known ones, and those below the severity that is a failure
  std::uint64_t unconfirmed = 0;   // failures that did not happen again when replayed
  bool gaveUp = false;             // harness processes died or failed too often
  bool interrupted = false;
  bool unsupported = false; // the subject does something that is not modelled

  bool isExhausted() const { return hasOneInterleaving || (tests > 0 && testsExhausted == tests); }
};

// One reason why an answer is not *verified* (gaps.def).
enum class Gap : std::uint8_t {
#define HEDDLE_GAP(id, name, verdict, condition) id,
#include "model/lists/gaps.def"
#undef HEDDLE_GAP
};
std::string_view toText(Gap gap); // "fair-executions"

// In the order of gaps.def.
std::vector<Gap> gapsOf(const Completeness& completeness);

// `found`: what was looked for was found, and confirmed. Otherwise the weakest link decides.
Verdict verdictOf(const Completeness& completeness, bool found);

} // namespace heddle::model
