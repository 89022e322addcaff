// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategies/strategy.h"

namespace heddle::explore {

// Every execution follows the default schedule: threads run until they block, in order of creation or in the reversed
// order.
class UntilBlockedStrategy final : public Strategy {
public:
  enum class Order : std::uint8_t { Creation, Reversed };

  explicit UntilBlockedStrategy(Order order = Order::Creation) : order_(order) {}

  bool beginExecution(std::uint64_t) override { return true; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override {
    if (order_ == Order::Creation || point.enabled.contains(point.current))
      return untilBlocked(point);
    return point.enabled.nth(point.enabledCount - 1);
  }
  unsigned pick(const runtime::Choice&) override { return 0; }

private:
  Order order_;
};

} // namespace heddle::explore
