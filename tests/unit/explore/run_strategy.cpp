// SPDX-License-Identifier: Apache-2.0
#include "run_strategy.h"

#include "simulated_runtime.h"

namespace heddle::explore::inline simulation {

std::vector<std::string> runToEnd(explore::Strategy& strategy) {
  std::vector<std::string> traces;
  while (strategy.beginExecution(traces.size())) {
    const runtime::Outcome& outcome = executeNext(strategy);
    switch (strategy.endExecution({.outcome = outcome})) {
    case explore::Ending::Counted:
      traces.push_back(lastTrace());
      break;
    case explore::Ending::NotMine:
    case explore::Ending::Prepared:
    case explore::Ending::Skipped:
      break;
    case explore::Ending::Restarted:
      traces.clear();
      break;
    }
  }
  return traces;
}

const runtime::Outcome& executeNext(explore::Strategy& strategy) {
  runtime::Options options;
  options.askWhenAlone = strategy.watchesAll();
  unsigned checkpoint = strategy.checkpoint();
  if (checkpoint != explore::Strategy::kSubjectStart)
    return executeFrom(checkpoint, strategy, options);
  return execute(strategy, options);
}

std::string runOnce(explore::Strategy& strategy, std::uint64_t index) {
  strategy.beginExecution(index);
  strategy.endExecution({.outcome = executeNext(strategy)});
  return lastTrace();
}

bool failsIn(explore::Strategy& strategy, std::uint64_t index) {
  strategy.beginExecution(index);
  const runtime::Outcome& outcome = executeNext(strategy);
  bool fails = outcome.kind != runtime::FailureKind::None;
  strategy.endExecution({.outcome = outcome});
  return fails;
}

} // namespace heddle::explore::inline simulation
