// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/base_execution.h"

#include <algorithm>
#include <array>

#include "explore/strategies/operations.h"
#include "explore/strategies/strategy.h"
#include "support/hash.h"

namespace heddle::explore {

using runtime::PendingOperation;
using runtime::SchedulingPoint;
using runtime::ThreadId;

namespace {

// Arbitrary: about 10 MB. The rest of an execution with that many choices is left to other strategies.
constexpr std::size_t kMostAlternatives = std::size_t{1} << 18;

Alternative alternative(const SchedulingPoint& point, ThreadId thread) {
  const PendingOperation& pending = point.pending[thread];
  std::uint64_t kind = runtime::threadKind(thread);
  Hasher alike;
  alike.add(kind).add(static_cast<unsigned>(pending.kind)).add(pending.address);
  alike.add(reinterpret_cast<std::uintptr_t>(runtime::accessSite(pending)));
  return {.thread = thread, .kind = kind, .alike = alike.value()};
}

// One of each set of equivalent threads. None for the set of the chosen thread if the running thread cannot continue:
// which of them is first only changes names.
std::vector<Alternative> alternatives(const SchedulingPoint& point, const BaseStep& step) {
  std::vector<Alternative> found;
  std::uint64_t chosen = alternative(point, step.chosen).alike;
  forEachThread(point.enabled, [&](ThreadId thread) {
    Alternative other = alternative(point, thread);
    bool isChosen = thread == step.chosen || (!step.goesOn && other.alike == chosen);
    if (!isChosen && std::ranges::find(found, other.alike, &Alternative::alike) == found.end())
      found.push_back(other);
  });
  return found;
}

std::vector<std::uintptr_t> locksDuring(ThreadId thread, const PendingOperation& operation) {
  static std::array<runtime::HeldLock, 64> held; // too large for the subject's stack
  unsigned count = runtime::heldLocks(held.data(), held.size());
  std::vector<std::uintptr_t> locks;
  for (unsigned i = 0; i < count; ++i)
    if (held[i].thread == thread)
      locks.push_back(held[i].address);
  if (takesLock(operation.kind))
    locks.push_back(operation.address);
  return locks;
}

} // namespace

void BaseExecution::note(const SchedulingPoint& point, const Place& place, ThreadId chosen) {
  BaseStep step;
  step.place = place;
  step.goesOn = place.canGoOn && chosen == point.current;
  step.chosen = chosen;
  step.operation = point.pending[chosen];
  bool isUnseen = step.goesOn && isLocal(step.operation.kind);
  if (isUnseen || alternatives_ >= kMostAlternatives)
    return;
  step.kind = runtime::threadKind(chosen);
  step.locks = locksDuring(chosen, step.operation);
  step.enabled = point.enabled;
  if (point.currentYields)
    step.enabled.insert(point.current);
  step.alternatives = alternatives(point, step);
  alternatives_ += step.alternatives.size();
  steps_.push_back(std::move(step));
}

} // namespace heddle::explore
