// SPDX-License-Identifier: Apache-2.0
#include "explore/plan.h"

#include "support/check.h"

namespace heddle::explore {

using enum model::StrategyId;

Plan planOf(model::StrategyId strategy, std::uint64_t executions) {
  HEDDLE_CHECK(executions > 0) << "a plan without executions";
  return {{.strategies = {strategy}, .executions = executions}};
}

// Nearly every failing schedule has one preemption at the right place, so deviations from the default schedule come
// first, then predicted patterns. When these have nothing left, sampling continues. A search within two preemptions
// that can be finished is finished, because it results in a claim. The numbers of executions are shares of the 100,000
// that explore runs by default; see docs/adr/0019-one-exploration.md.
Plan programPlan() {
  using When = Phase::When;
  return {{.strategies = {Deviation}, .executions = 2000},
          {.strategies = {Active}, .executions = 2000},
          {.strategies = {Pos, Random, Pct}, .executions = 6000},
          {.strategies = {Dfs}, .executions = 40'000, .preemptionBound = 2},
          {.strategies = {Dfs},
           .executions = 40'000,
           .preemptionBound = -1,
           .when = When::ExhaustedCheaply},
          {.strategies = {Pos, Random, Pct}, .when = When::NotAllSeen}};
}

} // namespace heddle::explore
