// SPDX-License-Identifier: Apache-2.0
#include "model/classes/class_coverage.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::model {

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
    }
    methods.push_back(std::move(method));
  }
  for (const ClassModel::LeftOut& member : coverage.subject.leftOut)
    methods.push_back({.signature = member.what, .problem = member.why, .kind = member.kind});
  return methods;
}

void addCoverage(const ClassCoverage& coverage, Completeness& completeness) {
  for (const MethodUse& method : methodsOf(coverage)) {
    ++completeness.methods;
    completeness.methodsNotDriven += method.isDriven() ? 0 : 1;
    for (std::size_t i = 0; i < kNotCompared; ++i)
      completeness.methodsNotCompared[i] += method.notCompared[i] > 0 ? 1 : 0;
  }
  completeness.pairsLeftOut = coverage.summary.pairsLeftOut;
}

} // namespace heddle::model
