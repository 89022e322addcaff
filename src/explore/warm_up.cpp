// SPDX-License-Identifier: Apache-2.0
#include "explore/warm_up.h"

#include <algorithm>

#include "explore/strategies/random_strategy.h"
#include "explore/strategies/round_robin_strategy.h"
#include "explore/strategies/until_blocked_strategy.h"
#include "support/check.h"

namespace heddle::explore {

SerialExecutions runSerially(Subject& subject, Budget& budget, std::uint64_t ceiling) {
  using Order = UntilBlockedStrategy::Order;
  budget.enter(Stage::Serial);
  SerialExecutions result;
  for (Order order : {Order::Creation, Order::Reversed}) {
    if (budget.isOver())
      break;
    UntilBlockedStrategy untilBlocked(order);
    const runtime::Outcome& outcome = subject.run(untilBlocked);
    if (outcome.unsupported)
      budget.failUnsupported(outcome);
    result.lengths.add(outcome, subject.options().limits);
    subject.options().limits = warmUpLimits(result.lengths, ceiling);
    if (order == Order::Creation && outcome.kind == runtime::FailureKind::None)
      result.exitStatus = outcome.exitStatus;
  }
  return result;
}

WarmUp warmUp(Subject& subject, Budget& budget, std::uint64_t seed, const WarmUpEffort& effort) {
  HEDDLE_CHECK(effort.quiet > 0 && effort.quiet <= effort.most)
      << "a warm-up of " << effort.most << " executions waits for " << effort.quiet
      << " quiet ones";
  budget.enter(Stage::WarmUp);
  RoundRobinStrategy roundRobin;
  RandomStrategy random(~seed);
  WarmUp result;
  unsigned quiet = 0;
  for (unsigned i = 0; i < effort.most && quiet < effort.quiet && !budget.isOver(); ++i) {
    Strategy& strategy = i == 0 ? static_cast<Strategy&>(roundRobin) : random;
    strategy.beginExecution(i);
    const runtime::Outcome& outcome = subject.run(strategy);
    result.points = std::max(result.points, outcome.points);
    result.lengths.add(outcome, subject.options().limits);
    quiet = outcome.learnedSharing ? 0 : quiet + 1;
    if (outcome.unsupported)
      budget.failUnsupported(outcome);
  }
  return result;
}

} // namespace heddle::explore
