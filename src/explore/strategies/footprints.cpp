// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/footprints.h"

#include <algorithm>

#include "explore/strategies/operations.h"
#include "explore/strategies/strategy.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

Footprints::Footprints(const std::vector<BaseExecution>& bases)
    : concurrent_(runtime::kMaxThreads) {
  for (const BaseExecution& base : bases) {
    // What main does before it creates the first thread comes before everything else.
    bool isAlone = true;
    for (const BaseStep& step : base.steps()) {
      isAlone = isAlone && step.enabled.size() == 1;
      if (!isAlone)
        note(step);
    }
  }
}

void Footprints::note(const BaseStep& step) {
  observed_.insert(step.chosen);
  observedOfKind_.try_emplace(step.kind, step.chosen);
  forEachThread(step.enabled, [&](ThreadId thread) {
    concurrent_[step.chosen].insert(thread);
    concurrent_[thread].insert(step.chosen);
  });
  if (!isLocal(step.operation.kind))
    noteUse(step);
}

void Footprints::noteUse(const BaseStep& step) {
  std::uintptr_t address = step.operation.address;
  auto [entry, isNew] = uses_[address].try_emplace(step.chosen);
  Use& use = entry->second;
  use.writes = use.writes || step.operation.isWrite;
  if (isNew)
    use.locks = step.locks;
  else
    std::erase_if(use.locks,
                  [&](std::uintptr_t lock) { return !std::ranges::count(step.locks, lock); });
  if (step.operation.kind == EventKind::TryLock)
    tried_.insert({step.chosen, address});
}

// Two operations that need the same lock cannot both be next, unless one of them takes it now or works without it.
bool Footprints::conflict(const BaseStep& step, ThreadId thread, const Use& use) const {
  if (!use.writes && !step.operation.isWrite)
    return false;
  return std::ranges::none_of(step.locks, [&](std::uintptr_t lock) {
    bool isTaken = takesLock(step.operation.kind) && step.operation.address == lock;
    return !isTaken && !tried_.contains({thread, lock}) && std::ranges::count(use.locks, lock) > 0;
  });
}

bool Footprints::related(const BaseStep& step, const Alternative& other) const {
  ThreadId thread = standIn(other);
  if (thread == kNoThread)
    return true;
  auto users = uses_.find(step.operation.address);
  if (users == uses_.end())
    return false;
  auto use = users->second.find(thread);
  return use != users->second.end() && conflict(step, thread, use->second);
}

runtime::ThreadSet Footprints::relatedThreads(const BaseStep& step) const {
  runtime::ThreadSet threads;
  auto users = uses_.find(step.operation.address);
  if (isLocal(step.operation.kind) || users == uses_.end())
    return threads;
  for (const auto& [thread, use] : users->second)
    if (thread != step.chosen && conflict(step, thread, use))
      threads.insert(thread);
  return threads;
}

bool Footprints::mayDestroy(const BaseStep& step, const Alternative& other) const {
  bool hasPartner = false;
  forEachThread(relatedThreads(step), [&](ThreadId thread) {
    hasPartner = hasPartner || concurrent_[step.chosen].contains(thread);
  });
  ThreadId thread = standIn(other);
  return !hasPartner && std::ranges::none_of(step.locks, [&](std::uintptr_t lock) {
    auto users = uses_.find(lock);
    return users != uses_.end() && users->second.contains(thread);
  });
}

ThreadId Footprints::standIn(const Alternative& other) const {
  if (observed_.contains(other.thread))
    return other.thread;
  auto found = observedOfKind_.find(other.kind);
  return found == observedOfKind_.end() ? kNoThread : found->second;
}

} // namespace heddle::explore
