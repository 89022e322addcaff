// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "explore/strategy.h"
#include "runtime/abi/calls.h"

namespace heddle::explore {

struct SerialOptions {
  unsigned firstLane = 0; // whose calls come first where all may; 0: any
};

// Every execution of a class harness in which one call runs at a time (see serial_strategy.cpp).
class SerialStrategy final : public Strategy {
public:
  explicit SerialStrategy(const SerialOptions& options) : options_(options) {}

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  bool leftSomethingOut() const override { return cut_; }

private:
  struct Choice {
    unsigned index; // Invariant: index < count
    unsigned count;
  };
  struct Option {
    runtime::ThreadId thread;
    bool expires; // it is chosen to let its wait time out
  };
  using Lanes = std::array<Option, abi::kMaxLanes>;

  bool staysWithCurrent(const runtime::SchedulingPoint& point);
  runtime::ThreadId chooseOutsideLanes(const runtime::SchedulingPoint& point);
  runtime::ThreadId chooseLane(const runtime::SchedulingPoint& point);
  unsigned lanesThatMayRun(const runtime::SchedulingPoint& point, Lanes& lanes);
  unsigned decide(unsigned count);

  SerialOptions options_;
  std::vector<Choice> stack_;
  bool started_ = false;
  bool cut_ = false;

  // Of the current execution:
  std::size_t depth_ = 0;
  unsigned pointsInTurn_ = 0;
  unsigned turnsOfTheClass_ = 0; // of threads of the class since a lane or main had one
  unsigned expiries_ = 0;
};

} // namespace heddle::explore
