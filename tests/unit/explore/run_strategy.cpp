// SPDX-License-Identifier: Apache-2.0
#include "run_strategy.h"

#include "simulated_runtime.h"

namespace heddle::simulation {

std::vector<std::string> runToEnd(explore::Strategy& strategy) {
  std::vector<std::string> traces;
  while (strategy.beginExecution(traces.size())) {
    unsigned slot = strategy.resumeSlot();
    const runtime::Outcome& outcome = slot == explore::Strategy::kFromStart
                                          ? runtime::runExecution(strategy)
                                          : runtime::resumeExecution(slot, strategy);
    switch (strategy.endExecution(outcome)) {
    case explore::Ending::Counted:
      traces.push_back(lastTrace());
      break;
    case explore::Ending::NotMine:
      break;
    case explore::Ending::Restarted:
      traces.clear();
      break;
    }
  }
  return traces;
}

std::string runOnce(explore::Strategy& strategy, std::uint64_t index) {
  strategy.beginExecution(index);
  strategy.endExecution(runtime::runExecution(strategy));
  return lastTrace();
}

bool failsIn(explore::Strategy& strategy, std::uint64_t index) {
  strategy.beginExecution(index);
  const runtime::Outcome& outcome = runtime::runExecution(strategy);
  bool fails = outcome.kind != runtime::FailureKind::None;
  strategy.endExecution(outcome);
  return fails;
}

} // namespace heddle::simulation
