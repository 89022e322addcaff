// SPDX-License-Identifier: Apache-2.0
#include "model/classes/class_coverage.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::model {

namespace {

// Calls that could not be made are not failures of the method.
bool wasCalled(const CheckSummary::OperationUse& use) {
  return use.runs + use.tests > 0 && use.problem.id != MessageId::IsUnsupported &&
         use.problem.id != MessageId::NeedsOther;
}

MethodStatus statusOf(const CheckSummary::OperationUse& use) {
  if (!use.problem.empty())
    return wasCalled(use) ? MethodStatus::NeverReturned : MethodStatus::Skipped;
  if (use.precompiled)
    return MethodStatus::Precompiled;
  if (use.tests == 0)
    return MethodStatus::NotConcurrent;
  return use.notCompared == NotComparedCounts{} ? MethodStatus::Tested : MethodStatus::NotCompared;
}

// The first reason that applies: each would leave nothing for the next ones to say.
NothingToTest nothingToTest(const std::vector<MethodUse>& methods,
                            const CheckSummary& summary,
                            std::uint64_t tests) {
  const auto all = [&](auto... statuses) {
    return std::ranges::all_of(
        methods, [&](const MethodUse& method) { return ((method.status == statuses) || ...); });
  };
  using enum MethodStatus;
  if (all(Skipped))
    return NothingToTest::NoMethod;
  if (all(Skipped, NeverReturned))
    return NothingToTest::NoneReturned;
  if (all(Skipped, NeverReturned, Precompiled))
    return NothingToTest::Precompiled;
  if (tests == 0)
    return NothingToTest::NoTest;
  if (!summary.changesState)
    return NothingToTest::NoMutator;
  return summary.testsWithSharing == 0 ? NothingToTest::NothingShared : NothingToTest::No;
}

} // namespace

std::vector<MethodUse> methodsOf(const ClassCoverage& coverage) {
  std::vector<MethodUse> methods;
  const auto& uses = coverage.summary.operations;
  HEDDLE_CHECK(uses.size() <= coverage.subject.operations.size())
      << "the harness drove " << uses.size() << " operations of "
      << coverage.subject.operations.size();
  for (std::size_t i = 0; i < coverage.subject.operations.size(); ++i) {
    const OperationModel& operation = coverage.subject.operations[i];
    if (operation.kind == OperationKind::Constructor || operation.kind == OperationKind::Factory)
      continue;
    MethodUse method{.signature = operation.signature, .problem = operation.unsupported};
    if (i < uses.size()) {
      method.tests = uses[i].tests;
      method.notCompared = uses[i].notCompared;
      if (method.problem.empty())
        method.problem = uses[i].problem;
      if (operation.unsupported.empty())
        method.status = statusOf(uses[i]);
    } else if (method.problem.empty()) {
      method.problem = {.id = MessageId::NotTried}; // no job lived to say what it did
    }
    methods.push_back(std::move(method));
  }
  for (const ClassModel::LeftOut& member : coverage.subject.leftOut)
    methods.push_back({.signature = member.what, .problem = member.why, .kind = member.kind});
  return methods;
}

void addComparison(const ClassCoverage& coverage, Completeness& completeness) {
  for (const MethodUse& method : methodsOf(coverage))
    for (std::size_t i = 0; i < kNotCompared; ++i)
      completeness.methodsNotCompared[i] += method.notCompared[i] > 0 ? 1 : 0;
}

void addCoverage(const ClassCoverage& coverage, Completeness& completeness) {
  const std::vector<MethodUse> methods = methodsOf(coverage);
  for (const MethodUse& method : methods) {
    const auto isOne = [&](MethodStatus status) { return method.status == status ? 1 : 0; };
    ++completeness.methods;
    completeness.methodsTested += isOne(MethodStatus::Tested);
    completeness.methodsNotDriven += isOne(MethodStatus::Skipped);
    completeness.methodsNeverReturned += isOne(MethodStatus::NeverReturned);
    completeness.methodsPrecompiled += isOne(MethodStatus::Precompiled);
    completeness.methodsNotConcurrent += isOne(MethodStatus::NotConcurrent);
  }
  addComparison(coverage, completeness);
  completeness.pairsLeftOut = coverage.summary.pairsLeftOut;
  completeness.nothingToTest = nothingToTest(methods, coverage.summary, completeness.tests);
  completeness.nothingObserved = !coverage.summary.tellsStates;
}

} // namespace heddle::model
