// SPDX-License-Identifier: Apache-2.0
// What a class offers, and what a check did with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/classes/check_summary.h"
#include "model/classes/class_model.h"
#include "model/completeness.h"

namespace heddle::model {

struct ClassCoverage {
  ClassModel subject;
  CheckSummary summary; // of all jobs; `operations` in the order of the subject's
};

// How far the tests speak for a method. Only what they say about tested ones can be verified.
enum class MethodStatus : std::uint8_t {
  Tested,
  Skipped,       // it was not called; `problem` says why
  NeverReturned, // it was called, and always threw, blocked or failed; `problem` says how
  Precompiled,   // its body has no hooks: what it does between its locks is not seen
  NotConcurrent, // no test calls it concurrently
  NotCompared,   // its results were not always compared
};
template <>
struct EnumNames<MethodStatus> {
  static constexpr std::array<std::string_view, 6> kNames = {
      "tested", "skipped", "never-returned", "precompiled", "not-concurrent", "not-compared"};
};

// A public method, or something else the class offers, and what was done with it.
struct MethodUse {
  std::string signature;
  std::uint64_t tests = 0;         // with a concurrent call of it
  NotComparedCounts notCompared{}; // tests in which its results were not compared, by reason
  Message problem;                 // why it was not driven; none when it was
  ClassModel::MemberKind kind = ClassModel::MemberKind::Function;
  MethodStatus status = MethodStatus::Skipped;
  bool isDriven() const { return problem.empty(); }
};

// In the order of the class. Constructors are not listed: every test calls one.
std::vector<MethodUse> methodsOf(const ClassCoverage& coverage);

// Adds to `completeness`, which has the numbers of tests, what only the coverage of a class knows.
void addCoverage(const ClassCoverage& coverage, Completeness& completeness);
// Only whether results were compared: for a test of the user, which is not about the whole class.
void addComparison(const ClassCoverage& coverage, Completeness& completeness);

} // namespace heddle::model
