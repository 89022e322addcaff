// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "explore/strategies/base_execution.h"

namespace heddle::explore {

// What happens at a place instead of the choice of the base.
struct Deviation {
  Place place;
  runtime::ThreadId target = 0;
  bool holds = false; // the target waits until no other thread can run; otherwise it runs now

  auto operator<=>(const Deviation&) const = default;
};

// An execution that deviates from its base once or twice.
struct DeviatingPlan {
  BaseOrder base = BaseOrder::Creation;
  unsigned count = 0;
  std::array<Deviation, 2> deviations; // in the order in which they happen

  auto operator<=>(const DeviatingPlan&) const = default;
};

struct DeviatingPlans {
  std::vector<DeviatingPlan> plans; // the most promising first
  std::size_t promising = 0; // the first ones: one of each promising kind of single deviation
};

// Every single deviation from the bases and the best pairs of them.
DeviatingPlans planDeviations(const std::vector<BaseExecution>& bases);

} // namespace heddle::explore
