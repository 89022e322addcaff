// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/registry.h"

#include "support/check.h"

namespace heddle::explore {

std::unique_ptr<Strategy> makeStrategy(model::StrategyId id, const StrategyContext& context) {
  HEDDLE_CHECK(context.job < context.jobs)
      << "job " << context.job << " of a strategy for " << context.jobs << " jobs";
  HEDDLE_CHECK(context.usualPoints > 0) << "executions without scheduling points are searched";
  switch (id) {
#define HEDDLE_STRATEGY(id, name, traits, summary)                                                 \
  case model::StrategyId::id:                                                                      \
    return make##id(context);
#include "model/lists/strategies.def"
#undef HEDDLE_STRATEGY
  }
  HEDDLE_CHECK(false) << "no strategy has number " << static_cast<unsigned>(id);
  return nullptr;
}

} // namespace heddle::explore
