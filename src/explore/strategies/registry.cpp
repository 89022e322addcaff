// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/registry.h"

namespace heddle::explore {

std::unique_ptr<Strategy> makeStrategy(model::StrategyId id, const StrategyContext& context) {
  switch (id) {
#define HEDDLE_STRATEGY(id, name, traits, summary)                                                 \
  case model::StrategyId::id:                                                                      \
    return make##id(context);
#include "model/lists/strategies.def"
#undef HEDDLE_STRATEGY
  }
  return nullptr;
}

} // namespace heddle::explore
