// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "explore/strategies/strategy.h"
#include "support/rng.h"

namespace heddle::explore {

class PctStrategy final : public Strategy {
public:
  // `depth`: the number of order constraints a bug may need; depth - 1 priority changes per execution. `length`: k, the
  // scheduling points of an execution.
  PctStrategy(std::uint64_t seed, unsigned depth, std::uint64_t length);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;

private:
  // Above all that a change point or a yield assigns.
  static constexpr std::int64_t kInitialPriority = std::int64_t{1} << 32;

  runtime::ThreadId highest(const runtime::ThreadSet& enabled);
  std::int64_t& priority(runtime::ThreadId thread);
  void lower(runtime::ThreadId thread);

  std::uint64_t seed_;
  Rng rng_;
  std::uint64_t length_; // k
  // Steps of this execution at which a priority changes, ascending. Invariant: size is depth - 1.
  std::vector<std::uint64_t> changes_;
  std::size_t nextChange_ = 0;
  std::int64_t lowest_ = 0;     // below every priority given so far
  std::uint64_t turnStart_ = 0; // step at which `running_` was first chosen in a row
  runtime::ThreadId running_ = runtime::kNoThread;
  unsigned known_ = 0; // threads below this have a priority in this execution
  std::array<std::int64_t, runtime::kMaxThreads> priorities_{};
};

} // namespace heddle::explore
