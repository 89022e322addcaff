// SPDX-License-Identifier: Apache-2.0
#include "check/operation_uses.h"

#include <algorithm>

namespace heddle::check {

std::vector<model::CheckSummary::OperationUse> operationUses(const calls::CallCatalogue& catalogue,
                                                             const calls::Behaviour& behaviour,
                                                             const calls::EngineRunner& engine,
                                                             const OperationTests& tests) {
  const abi::ClassTable& table = catalogue.table();
  std::vector<model::CheckSummary::OperationUse> uses(table.operationCount);
  for (std::uint32_t i = 0; i < table.operationCount; ++i) {
    uses[i].signature = table.operations[i].signature;
    uses[i].tests = tests.of(i).tests;
    uses[i].testsReturned = tests.of(i).testsReturned;
    uses[i].notCompared = tests.of(i).notCompared;
  }
  for (calls::CallId call = 0; call < catalogue.size(); ++call) {
    calls::CallFacts facts = behaviour.facts(call);
    uses[catalogue.call(call).operation].runs += facts.runs;
    uses[catalogue.call(call).operation].returned += facts.returned;
  }
  for (std::uint32_t i = 0; i < table.operationCount; ++i) {
    if (table.operations[i].unsupported != nullptr)
      model::messageFromText(table.operations[i].unsupported, uses[i].problem);
    else if (uses[i].returned == 0 && uses[i].testsReturned == 0)
      uses[i].problem = engine.trouble(i);
  }
  return uses;
}

namespace {

template <typename Holds>
bool someCall(const calls::CallCatalogue& catalogue,
              const calls::Behaviour& behaviour,
              Holds holds) {
  for (calls::CallId call = 0; call < catalogue.size(); ++call) {
    const abi::OperationKind kind = catalogue.operation(call).kind;
    if ((kind == abi::OperationKind::Method || kind == abi::OperationKind::StaticMethod) &&
        holds(behaviour.facts(call)))
      return true;
  }
  return false;
}

} // namespace

bool someCallChangesState(const calls::CallCatalogue& catalogue,
                          const calls::Behaviour& behaviour) {
  // `lock(), unlock()` leaves everything as it was, but not while it runs.
  const std::vector<std::uint16_t> operations = catalogue.operations();
  if (std::ranges::any_of(operations, [&](std::uint16_t operation) {
        return catalogue.table().operations[operation].isPair;
      }))
    return true;
  return someCall(catalogue, behaviour, [](const calls::CallFacts& facts) {
    return facts.changedState || facts.blocked || facts.failed;
  });
}

bool someCallTellsStates(const calls::CallCatalogue& catalogue, const calls::Behaviour& behaviour) {
  return someCall(catalogue, behaviour, [](const calls::CallFacts& facts) {
    return facts.returned > 0 && ((facts.comparable && facts.valueVaries) || facts.threw);
  });
}

} // namespace heddle::check
