// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "explore/strategies/strategy.h"
#include "support/rng.h"

namespace heddle::explore {

class PosStrategy final : public Strategy {
public:
  explicit PosStrategy(std::uint64_t seed) : seed_(seed), rng_(seed, 0) {}

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;

private:
  static constexpr std::uint64_t kUndrawn = 0;

  std::uint64_t seed_;
  Rng rng_;
  unsigned known_ = 0; // entries from here on are left over from an earlier execution
  // Priority of each thread's pending operation, kUndrawn until it is first compared.
  std::array<std::uint64_t, runtime::kMaxThreads> priorities_{};
};

} // namespace heddle::explore
