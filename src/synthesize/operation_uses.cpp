// SPDX-License-Identifier: Apache-2.0
#include "synthesize/operation_uses.h"

namespace heddle::synthesize {

std::vector<model::CheckSummary::OperationUse> operationUses(const CallCatalogue& catalogue,
                                                             const Behaviour& behaviour,
                                                             const EngineRunner& engine,
                                                             const OperationTests& tests) {
  const abi::ClassTable& table = catalogue.table();
  std::vector<model::CheckSummary::OperationUse> uses(table.operationCount);
  for (std::uint32_t i = 0; i < table.operationCount; ++i) {
    uses[i].signature = table.operations[i].signature;
    uses[i].tests = tests.of(i).tests;
    uses[i].notCompared = tests.of(i).notCompared;
  }
  for (CallId call = 0; call < catalogue.size(); ++call) {
    CallFacts facts = behaviour.facts(call);
    uses[catalogue.call(call).operation].runs += facts.runs;
    uses[catalogue.call(call).operation].returned += facts.returned;
  }
  for (std::uint32_t i = 0; i < table.operationCount; ++i) {
    if (table.operations[i].unsupported != nullptr)
      uses[i].problem = table.operations[i].unsupported;
    else if (uses[i].returned == 0)
      uses[i].problem = engine.trouble(i);
  }
  return uses;
}

} // namespace heddle::synthesize
