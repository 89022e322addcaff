// SPDX-License-Identifier: Apache-2.0
#include "explore/plan.h"

namespace heddle::explore {

using enum model::StrategyId;

Plan planOf(model::StrategyId strategy, std::uint64_t executions) {
  return {{.strategies = {strategy}, .executions = executions}};
}

Plan programPlan() {
  return {{.strategies = {Random}}};
}

} // namespace heddle::explore
