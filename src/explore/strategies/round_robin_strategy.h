// SPDX-License-Identifier: Apache-2.0
// Switches at every scheduling point, in a circle. Used for the warm-up: run-until-blocked shows what a
// program does without interference; this shows what its threads access while all of them are half-way.
#pragma once

#include "explore/strategies/strategy.h"

namespace heddle::explore {

class RoundRobinStrategy final : public Strategy {
public:
  bool beginExecution(std::uint64_t) override { return true; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override {
    return nextInCircle(point.enabled, point.current);
  }
  unsigned pick(const runtime::Choice&) override { return 0; }
};

} // namespace heddle::explore
