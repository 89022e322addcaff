// SPDX-License-Identifier: Apache-2.0
#include "trace/lock_spans.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::trace {

using runtime::EventKind;

namespace {

constexpr unsigned kAllLevels = ~0u;

} // namespace

LockSpans::LockSpans(const ExecutionTrace& trace) : setOf_(trace.length()) {
  std::vector<Thread> threads(trace.threadCount());
  for (EventIndex event = 0; event < trace.length(); ++event)
    visit(trace, event, threads[trace.thread(event)]);
  HEDDLE_CHECK(sets_.front().empty()) << "lock set 0 is not the empty one";
}

std::vector<HeldSpan> LockSpans::spansOf(std::uint32_t lockSet) const {
  HEDDLE_CHECK(lockSet < sets_.size()) << "lock set " << lockSet << " of " << sets_.size();
  std::vector<HeldSpan> result;
  for (std::uint32_t span : sets_[lockSet])
    result.push_back({spans_[span].lock, span, spans_[span].shared});
  return result;
}

void LockSpans::visit(const ExecutionTrace& trace, EventIndex event, Thread& thread) {
  EventKind kind = trace.kind(event);
  LockSpan span{.lock = trace.address(event),
                .thread = trace.thread(event),
                .shared = kind == EventKind::LockShared || kind == EventKind::TryLockShared ||
                          kind == EventKind::UnlockShared,
                .acquired = event,
                .released = kNoEvent};
  setOf_[event] = thread.set;
  switch (kind) {
  case EventKind::Lock:
  case EventKind::LockShared:
  case EventKind::TryLock:
  case EventKind::TryLockShared:
    if (!trace.failed(event))
      take(thread, span);
    break;
  case EventKind::Unlock:
  case EventKind::UnlockShared:
    give(thread, span, 1);
    return; // the event itself is inside
  case EventKind::CondWait:
    thread.waitMutex = span.lock = trace.value(event);
    thread.waitDepth = give(thread, span, kAllLevels);
    return;
  case EventKind::Woken:
    if (thread.waitMutex == 0)
      break;
    span.lock = thread.waitMutex;
    take(thread, span, thread.waitDepth);
    thread.waitMutex = 0;
    break;
  default:
    break;
  }
  setOf_[event] = thread.set;
}

void LockSpans::take(Thread& thread, const LockSpan& span, unsigned depth) {
  auto held = std::ranges::find_if(
      thread.held, [&](const Held& one) { return spans_[one.span].lock == span.lock; });
  if (held != thread.held.end()) {
    held->depth += depth;
    return;
  }
  thread.held.push_back({static_cast<std::uint32_t>(spans_.size()), depth});
  spans_.push_back(span);
  renewSet(thread);
}

unsigned LockSpans::give(Thread& thread, const LockSpan& open, unsigned levels) {
  auto held = std::ranges::find_if(
      thread.held, [&](const Held& one) { return spans_[one.span].lock == open.lock; });
  if (held == thread.held.end()) {
    spans_.push_back(open);
    spans_.back().released = open.acquired;
    spans_.back().acquired = kNoEvent;
    return 1;
  }
  unsigned depth = held->depth;
  held->depth -= std::min(levels, depth);
  if (held->depth > 0)
    return depth;
  spans_[held->span].released = open.acquired;
  thread.held.erase(held);
  renewSet(thread);
  return depth;
}

void LockSpans::renewSet(Thread& thread) {
  std::vector<std::uint32_t> now;
  now.reserve(thread.held.size());
  for (const Held& held : thread.held)
    now.push_back(held.span);
  if (now.empty()) {
    thread.set = 0;
    return;
  }
  auto [known, isNew] = setNumbers_.try_emplace(now, static_cast<std::uint32_t>(sets_.size()));
  if (isNew)
    sets_.push_back(std::move(now));
  thread.set = known->second;
}

} // namespace heddle::trace
