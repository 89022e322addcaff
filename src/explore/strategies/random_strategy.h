// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategies/strategy.h"
#include "support/rng.h"

namespace heddle::explore {

class RandomStrategy final : public Strategy {
public:
  explicit RandomStrategy(std::uint64_t seed) : seed_(seed), rng_(seed, 0) {}

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;

private:
  std::uint64_t seed_;
  Rng rng_;
  unsigned turn_ = 1; // mean number of points a thread keeps its turn in this execution
};

} // namespace heddle::explore
