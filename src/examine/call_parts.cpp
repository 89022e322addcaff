// SPDX-License-Identifier: Apache-2.0
// Problem: size() of a map with one lock per stripe adds up what it finds under one lock after the other. No serial
// order may give its result, and yet no author would change it. But a sum() that takes the one lock of its class twice
// is a mistake, and so is a method that acts on what it saw under a lock that it has released.
// Idea: such a result is weak by design if the call only looks (nothing is different afterwards; a lock that the class
// made of an atomic variable is as it was), or does the same thing part by part in a loop; and if it does not take one
// and the same lock for all its parts. A class whose other calls are whole under one lock does not mean its readers to
// be weak, nor does a call that looks again at the end at what it saw first, like the reader of a sequence lock.
// Likewise, insert() of a map without locks links the element first and counts it then, and clear() of a stack takes all
// elements first and returns their nodes to the pool one after the other. A call of that kind changes one atomic variable
// after the other, each in one step that also reads it (fetch_add, a compare-exchange that succeeds). Others may see it
// between two steps; not before the first, where a method checks on what it acts, nor after a store that no step has
// published yet, and not if it continues with something it read before and that has changed since. A call that takes a
// step back (a counter that was too high for a moment) is not weak.
// Whether the observed result follows from that weakness is shown by serial executions in which these calls alone may be
// interrupted by other whole calls (linearisations.h).
#include "examine/call_parts.h"

#include <algorithm>

namespace heddle::examine {

using runtime::EventKind;
using trace::EventIndex;

namespace {

bool isLane(CallPlace place) {
  unsigned lane = place >> 16;
  return lane >= 1 && lane <= abi::kMaxLanes;
}

bool takesLock(const trace::ExecutionTrace& trace, EventIndex event) {
  switch (trace.kind(event)) {
  case EventKind::Lock:
  case EventKind::LockShared:
  case EventKind::TryLock:
  case EventKind::TryLockShared:
    return !trace.failed(event);
  default:
    return false;
  }
}

bool isNotification(EventKind kind) {
  return kind == EventKind::CondSignal || kind == EventKind::CondBroadcast ||
         kind == EventKind::SemaphorePost || kind == EventKind::FutexWake;
}

} // namespace

void CallParts::add(const trace::ExecutionTrace& trace) {
  const trace::LockSpans spans(trace);
  std::map<CallPlace, std::unordered_map<std::uintptr_t, Word>> words;
  std::map<CallPlace, Looks> looks;
  std::map<CallPlace, std::size_t> partsBefore;
  std::map<CallPlace, Steps> steps;
  std::size_t turn = 0;
  CallPlace current = runtime::kNoCall;
  auto partsOf = [](const Call& call) {
    std::size_t parts = call.accesses;
    for (const auto& [lock, times] : call.locks)
      parts += times;
    return parts;
  };
  for (const auto& [place, call] : calls_)
    partsBefore[place] = partsOf(call);
  for (EventIndex event = 0; event < trace.length(); ++event)
    if (CallPlace place = trace.call(event); place != runtime::kNoCall && isLane(place)) {
      addEvent(trace, spans, event, calls_[place], words[place]);
      turn += place == current ? 0 : 1;
      current = place;
      if (trace.isAccess(event)) {
        addStep(trace, event, turn, steps[place]);
        if (trace.writes(event))
          for (auto& [other, its] : steps)
            if (other != place && its.seen.contains(trace.address(event)))
              its.stale.insert(trace.address(event));
      }
      if (trace.kind(event) == EventKind::AtomicLoad)
        look(looks[place], trace.address(event));
    }
  for (auto& [place, call] : calls_) {
    const Looks& seen = looks[place];
    call.validates = call.validates || (seen.ofFirst == 2 && seen.last == seen.first);
    call.isWhole = call.isWhole && partsOf(call) - partsBefore[place] <= 1;
    for (const auto& [address, word] : words[place])
      if (!word.isKnown || word.before != word.now)
        call.changes = true;
      else if (word.differed && word.isAtomic)
        call.ownLocks[address] += word.restored;
    const Steps& its = steps[place];
    call.hasSteps = call.hasSteps &&
                    (words[place].empty() || (its.began && its.areApart && its.unpublished == 0));
  }
}

void CallParts::look(Looks& looks, std::uintptr_t address) {
  if (looks.ofFirst == 0)
    looks.first = address;
  looks.last = address;
  looks.ofFirst += address == looks.first ? 1 : 0;
}

void CallParts::addEvent(const trace::ExecutionTrace& trace,
                         const trace::LockSpans& spans,
                         EventIndex event,
                         Call& call,
                         std::unordered_map<std::uintptr_t, Word>& words) {
  // The event that takes a lock is inside its span.
  std::size_t held = spans.heldAt(event).size();
  if (takesLock(trace, event) && held == 1) {
    ++call.locks[trace.address(event)];
    call.contexts.insert(trace.stack(event));
  }
  call.notifies = call.notifies || isNotification(trace.kind(event));
  if (!trace.isAccess(event))
    return;
  // What is only read, and not with atomic operations, does not change while calls run.
  bool isPart = trace.writes(event) || trace::isAtomic(trace.kind(event));
  call.accesses += held == 0 && isPart ? 1 : 0;
  if (!trace.writes(event) || trace.failed(event))
    return;
  auto [found, isFirst] = words.try_emplace(trace.address(event));
  Word& word = found->second;
  word.isKnown = word.isKnown && trace.hasValue(event) && trace.size(event) <= 8;
  word.isAtomic = word.isAtomic && trace::isAtomic(trace.kind(event));
  if (isFirst)
    word.before = trace.previous(event);
  word.now = trace.value(event);
  word.differed = word.differed || word.now != word.before;
  word.restored += word.now == word.before ? 1 : 0;
}

void CallParts::addStep(const trace::ExecutionTrace& trace,
                        EventIndex event,
                        std::size_t turn,
                        Steps& steps) {
  EventKind kind = trace.kind(event);
  std::uintptr_t address = trace.address(event);
  bool isInterrupted = steps.turn != 0 && steps.turn != turn;
  steps.turn = turn;
  if (isInterrupted && (!steps.began || steps.unpublished != 0))
    steps.areApart = false;
  if (kind == EventKind::Free)
    return;
  if (!trace.writes(event)) {
    if (trace::isAtomic(kind)) {
      steps.seen.insert(address);
      steps.stale.erase(address);
    }
    return;
  }
  // A compare-exchange that succeeds finds what was read before.
  if (kind == EventKind::AtomicCas)
    steps.stale.erase(address);
  if (!steps.stale.empty())
    steps.areApart = false;
  steps.seen.erase(address);
  // What others see of a plain store is a data race.
  if (kind != EventKind::AtomicCas && kind != EventKind::AtomicRmw) {
    steps.unpublished += kind == EventKind::AtomicStore ? 1 : 0;
    return;
  }
  steps.began = true;
  steps.unpublished = 0;
}

// It does the same to one part after the other.
bool CallParts::isBulk(const Call& call) {
  return call.accesses == 0 && call.locks.size() > 1 && call.contexts.size() == 1;
}

bool CallParts::isStepwise(const Call& call) {
  return call.hasSteps && call.locks.empty() && call.ownLocks.empty() && !call.notifies;
}

bool CallParts::changes(CallPlace place) const {
  auto found = calls_.find(place);
  return found != calls_.end() && found->second.changes;
}

bool CallParts::actsOnWhatItSaw(CallPlace place) const {
  auto found = calls_.find(place);
  return found != calls_.end() && (found->second.changes || found->second.notifies) &&
         !isBulk(found->second) && !isStepwise(found->second);
}

bool CallParts::othersAreWhole(CallPlace place) const {
  return std::ranges::any_of(calls_, [&](const auto& other) {
    return other.first != place && other.second.changes && other.second.isWhole &&
           !other.second.locks.empty();
  });
}

bool CallParts::isWeak(CallPlace place, const Call& call) const {
  if (call.isWhole || actsOnWhatItSaw(place))
    return false;
  if (!call.locks.empty())
    return call.locks.size() > 1;
  if (!call.ownLocks.empty())
    return call.ownLocks.size() > 1;
  return !call.validates && !othersAreWhole(place);
}

bool CallParts::someMayBeWeak() const {
  return std::ranges::any_of(calls_, [](const auto& entry) {
    const Call& call = entry.second;
    return !call.isWhole && (call.locks.size() > 1 || !call.changes || isStepwise(call));
  });
}

CallPlaces CallParts::weakCalls() const {
  CallPlaces places;
  for (const auto& [place, call] : calls_)
    if (isWeak(place, call))
      places.insert(place);
  return places;
}

} // namespace heddle::examine
