// SPDX-License-Identifier: Apache-2.0
#include "run_strategy.h"

#include "simulated_runtime.h"

namespace heddle::simulation {

std::vector<std::string> runToEnd(explore::Strategy& strategy) {
  std::vector<std::string> traces;
  while (strategy.beginExecution(traces.size())) {
    unsigned checkpoint = strategy.checkpoint();
    const runtime::Outcome& outcome = checkpoint == explore::Strategy::kSubjectStart
                                          ? execute(strategy)
                                          : executeFrom(checkpoint, strategy);
    switch (strategy.endExecution({.outcome = outcome})) {
    case explore::Ending::Counted:
      traces.push_back(lastTrace());
      break;
    case explore::Ending::NotMine:
    case explore::Ending::Skipped:
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
  strategy.endExecution({.outcome = execute(strategy)});
  return lastTrace();
}

bool failsIn(explore::Strategy& strategy, std::uint64_t index) {
  strategy.beginExecution(index);
  const runtime::Outcome& outcome = execute(strategy);
  bool fails = outcome.kind != runtime::FailureKind::None;
  strategy.endExecution({.outcome = outcome});
  return fails;
}

} // namespace heddle::simulation
