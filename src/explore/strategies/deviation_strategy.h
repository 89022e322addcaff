// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/strategies/base_execution.h"
#include "explore/strategies/deviations.h"
#include "explore/strategies/strategy.h"

namespace heddle::explore {

// Runs two base executions and then one execution for each promising deviation from them; see deviation_strategy.cpp.
// Requires Options::askWhenAlone: it must see what each thread does.
class DeviationStrategy final : public Strategy {
public:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};
  static constexpr std::size_t kBases = 2;

  // `skip`: the execution that killed an earlier process.
  explicit DeviationStrategy(std::uint64_t skip = kNothing) : skip_(skip) {}

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  Ending endExecution(const Ended& ended) override;
  bool watchesAll() const override { return true; }
  bool leftSomethingOut() const override { return true; }

private:
  bool isBase() const { return plan_.count == 0; }
  bool beginBase();
  void plan();
  Place placeOf(const runtime::SchedulingPoint& point) const;
  bool deviatesAt(const Place& place, const runtime::SchedulingPoint& point) const;
  runtime::ThreadId deviate(const runtime::SchedulingPoint& point);
  runtime::ThreadId baseChoice(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId nextInOrder(const runtime::SchedulingPoint& point) const;

  std::uint64_t skip_;
  std::vector<BaseExecution> bases_; // run so far
  unsigned baseRounds_ = 0;          // how often all of them were run
  std::vector<DeviatingPlan> plans_; // of executions kBases, kBases + 1, ...
  bool learned_ = false;             // memory was found to be shared that the bases did not know of

  // Of the current execution:
  std::uint64_t index_ = 0;
  DeviatingPlan plan_;
  unsigned deviations_ = 0;                     // made so far
  runtime::ThreadId held_ = runtime::kNoThread; // waits until no other thread can run
  std::array<std::uint32_t, runtime::kMaxThreads>
      events_{}; // of each thread before its current turn
};

} // namespace heddle::explore
