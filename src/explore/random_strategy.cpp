// SPDX-License-Identifier: Apache-2.0
// Problem: a strategy without any knowledge of the program, fast enough to be the default.
// Idea: a random walk. At each scheduling point every enabled thread is equally likely; memoryless, so
// bugs that need many switches are found and bugs that need one thread to stand still for long are not
// (that is what pct is for).
// Paper: the baseline of Thomson, Donaldson, Betts, "Concurrency testing using controlled schedulers: an
// empirical study" (TOPC 2016), where it beats most systematic searches. No deviation.
#include "explore/random_strategy.h"

namespace heddle::explore {

bool RandomStrategy::beginExecution(std::uint64_t index) {
  rng_ = Rng(seed_, index);
  return true;
}

runtime::ThreadId RandomStrategy::choose(const runtime::SchedulingPoint& point) {
  unsigned count = point.enabled.size();
  return point.enabled.nth(count == 1 ? 0 : rng_.below(count));
}

unsigned RandomStrategy::pickWaiter(const runtime::ThreadId*, unsigned count) {
  return rng_.below(count);
}

} // namespace heddle::explore
