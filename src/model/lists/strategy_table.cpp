// SPDX-License-Identifier: Apache-2.0
#include "model/lists/strategy_table.h"

#include <algorithm>

namespace heddle::model {

std::string_view toText(StrategyChoice choice) {
  return choice ? rowOf(*choice).name : kAutoPlan;
}

bool strategyFromText(std::string_view text, StrategyChoice& choice) {
  choice.reset();
  if (text == kAutoPlan)
    return true;
  const auto* row = std::ranges::find(kStrategies, text, &StrategyRow::name);
  if (row == kStrategies.end())
    return false;
  choice = row->id;
  return true;
}

} // namespace heddle::model
