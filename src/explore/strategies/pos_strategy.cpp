// SPDX-License-Identifier: Apache-2.0
// Problem: a random walk samples interleavings, but most of them are the same partial order. A partial
// order with few linearisations is rarely sampled.
// Idea: every pending *operation* (not thread) has a random priority and the highest runs. When it has run,
// those that race with it draw again, so that the order of each racing pair is decided independently.
// Paper: Yuan, Yang, Gu, "Partial order aware concurrency sampling" (CAV 2018), algorithm POS.
// How we differ: only enabled threads draw again. A blocked one keeps its priority, which matters
// only after another operation of its rival anyway. A thread that yields draws again.
#include "explore/strategies/pos_strategy.h"

#include "explore/strategies/registry.h"

namespace heddle::explore {

namespace {

bool race(const runtime::PendingOperation& a, const runtime::PendingOperation& b) {
  return a.address != 0 && a.address == b.address && (a.isWrite || b.isWrite);
}

} // namespace

bool PosStrategy::beginExecution(std::uint64_t index) {
  rng_ = Rng(seed_, index);
  known_ = 0;
  return true;
}

runtime::ThreadId PosStrategy::choose(const runtime::SchedulingPoint& point) {
  // The current thread has done something since its priority was drawn, perhaps without being chosen again.
  if (point.current < known_)
    priorities_[point.current] = kUndrawn;
  runtime::ThreadId best = runtime::kNoThread;
  forEachThread(point.enabled, [&](runtime::ThreadId thread) {
    for (; known_ <= thread; ++known_)
      priorities_[known_] = kUndrawn;
    if (priorities_[thread] == kUndrawn)
      priorities_[thread] = rng_.next() | 1;
    if (best == runtime::kNoThread || priorities_[thread] > priorities_[best])
      best = thread;
  });
  const runtime::PendingOperation& chosen = point.pending[best];
  forEachThread(point.enabled, [&](runtime::ThreadId thread) {
    if (thread == best || race(point.pending[thread], chosen))
      priorities_[thread] = kUndrawn;
  });
  return best;
}

unsigned PosStrategy::pick(const runtime::Choice& choice) {
  return rng_.below(choice.count);
}

std::unique_ptr<Strategy> makePos(const StrategyContext& context) {
  return std::make_unique<PosStrategy>(context.seed);
}

} // namespace heddle::explore
