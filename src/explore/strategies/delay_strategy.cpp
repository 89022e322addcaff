// SPDX-License-Identifier: Apache-2.0
// Problem: sample schedules that differ from the default one in few places, because few places suffice for most bugs.
// Idea: threads run until they block, in order of creation. At a few random scheduling points the running thread is
// delayed: the next one in the circle continues, and the delayed one runs again when it is its turn in the circle.
// Paper: Emmi, Qadeer, Rakamaric, "Delay-bounded scheduling" (POPL 2011), which enumerates these schedules; dfs does that
// with --delays. How we differ: the delays are random, one to three per execution, and a thread that yields is delayed
// at no cost.
#include <algorithm>
#include <array>

#include "explore/strategies/registry.h"
#include "support/rng.h"

namespace heddle::explore {

namespace {

constexpr unsigned kMostDelays = 3;

class DelayStrategy final : public Strategy {
public:
  DelayStrategy(std::uint64_t seed, std::uint64_t points) : seed_(seed), points_(points) {}

  bool beginExecution(std::uint64_t index) override {
    rng_ = Rng(seed_, index);
    count_ = 1 + rng_.below(kMostDelays);
    for (unsigned i = 0; i < count_; ++i)
      delays_[i] = 1 + rng_.next() % points_;
    std::sort(delays_.begin(), delays_.begin() + count_);
    next_ = 0;
    return true;
  }

  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override {
    bool isDelayed = next_ < count_ && point.step >= delays_[next_];
    next_ += isDelayed ? 1 : 0;
    bool goesOn = !isDelayed && point.enabled.contains(point.current);
    return goesOn ? point.current : nextInCircle(point.enabled, point.current);
  }

  unsigned pick(const runtime::Choice& choice) override { return rng_.below(choice.count); }

private:
  std::uint64_t seed_;
  std::uint64_t points_; // of a usual execution
  Rng rng_{0, 0};
  std::array<std::uint64_t, kMostDelays> delays_{}; // points of this execution, ascending
  unsigned count_ = 0;
  unsigned next_ = 0;
};

} // namespace

std::unique_ptr<Strategy> makeDelay(const StrategyContext& context) {
  return std::make_unique<DelayStrategy>(context.seed, context.usualPoints);
}

} // namespace heddle::explore
