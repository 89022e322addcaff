// SPDX-License-Identifier: Apache-2.0
// Which strategies an exploration uses, in which order, and how much each may spend.
#pragma once

#include <cstdint>
#include <vector>

#include "model/lists/strategy_table.h"

namespace heddle::explore {

struct Phase {
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

  enum class When : std::uint8_t {
    Always,
    // The phase before has visited everything within its bounds with less than half of its budget; this one has the
    // rest of it.
    ExhaustedCheaply,
    // No phase has visited everything there is.
    NotAllSeen,
  };

  // Several take turns, one execution each.
  std::vector<model::StrategyId> strategies;
  std::uint64_t executions = kUnlimited;
  int preemptionBound = kAsRequested;
  When when = When::Always;

  static constexpr int kAsRequested = -2; // what the options of the strategies say
};

using Plan = std::vector<Phase>;

// One strategy alone, to its end.
Plan planOf(model::StrategyId strategy, std::uint64_t executions = Phase::kUnlimited);

// The auto plan for a program.
Plan programPlan();

} // namespace heddle::explore
