// SPDX-License-Identifier: Apache-2.0
#include "trace/thread_accesses.h"

#include <algorithm>
#include <map>
#include <utility>

#include "support/check.h"
#include "trace/happens_before.h"
#include "trace/lock_spans.h"
#include "trace/thread_order.h"

namespace heddle::trace {

using runtime::EventKind;
using runtime::ThreadId;

namespace {

void sortOnce(std::vector<std::uintptr_t>& addresses) {
  std::ranges::sort(addresses);
  auto [first, last] = std::ranges::unique(addresses);
  addresses.erase(first, last);
}

std::size_t commonCount(const std::vector<std::uintptr_t>& one,
                        const std::vector<std::uintptr_t>& other) {
  return static_cast<std::size_t>(std::ranges::count_if(
      one, [&](std::uintptr_t address) { return std::ranges::binary_search(other, address); }));
}

// Whether a thread stops before such an operation.
bool isPoint(EventKind kind) {
  switch (kind) {
  case EventKind::Allocate:
  case EventKind::Free:
  case EventKind::OnceDone:
  case EventKind::ThreadExit:
  case EventKind::WakeUp:
  case EventKind::Blocked:
  case EventKind::Woken:
  case EventKind::Timeout:
  case EventKind::FunctionEntry:
  case EventKind::FunctionExit:
  case EventKind::Throw:
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::CallEnd:
    return false;
  default:
    return true;
  }
}

// Fills the profile of one thread.
class Profiler {
public:
  explicit Profiler(const ExecutionTrace& trace)
      : trace_(trace), order_(trace), locks_(trace),
        createJoin_(trace, order_, HappensBefore::Order::CreateJoin) {}

  unsigned threadCount() const { return order_.threadCount(); }
  ThreadAccesses profile(ThreadId thread);

private:
  void visit(EventIndex event);
  void addAccess(EventIndex event);
  std::uint32_t heldSet(EventIndex event);
  Surroundings surroundingsOf(EventIndex event) const;

  const ExecutionTrace& trace_;
  ThreadOrder order_;
  LockSpans locks_;
  HappensBefore createJoin_;
  ThreadAccesses result_;
  std::map<std::uint32_t, std::uint32_t> heldSets_; // number in LockSpans -> in the profile
  std::map<std::pair<const abi::SiteRecord*, std::uintptr_t>, std::uint32_t> occurrences_;
  // The last operation of the thread before which it stopped.
  struct Operation {
    const abi::SiteRecord* site;
    std::uintptr_t address;
    std::uint32_t occurrence;
  };
  Operation last_{};
  bool isStale_ = true; // a thread was created or joined since the last access
};

ThreadAccesses Profiler::profile(ThreadId thread) {
  result_ = {};
  result_.thread = thread;
  heldSets_ = {{0, 0}};
  occurrences_.clear();
  last_ = {};
  isStale_ = true;
  if (thread < order_.threadCount())
    for (EventIndex event : order_.events(thread))
      visit(event);
  sortOnce(result_.locks);
  sortOnce(result_.otherObjects);
  HEDDLE_CHECK(result_.accesses.empty() == result_.surroundings.empty())
      << "accesses of thread " << thread << " without their surroundings";
  result_.isComplete = result_.isComplete && trace_.isComplete();
  return std::move(result_);
}

void Profiler::visit(EventIndex event) {
  if (isPoint(trace_.kind(event)))
    last_ = {.site = trace_.site(event),
             .address = trace_.address(event),
             .occurrence = occurrences_[{trace_.site(event), trace_.address(event)}]++};
  switch (trace_.kind(event)) {
  case EventKind::Lock:
  case EventKind::TryLock:
  case EventKind::LockShared:
  case EventKind::TryLockShared:
    return result_.locks.push_back(trace_.address(event));
  case EventKind::CondWait:
  case EventKind::CondSignal:
  case EventKind::CondBroadcast:
  case EventKind::SemaphoreWait:
  case EventKind::SemaphorePost:
  case EventKind::BarrierWait:
  case EventKind::Once:
  case EventKind::FutexWait:
  case EventKind::FutexWake:
    return result_.otherObjects.push_back(trace_.address(event));
  case EventKind::ThreadCreate:
  case EventKind::ThreadJoin:
    isStale_ = true;
    return;
  default:
    if (trace_.isAccess(event))
      addAccess(event);
  }
}

void Profiler::addAccess(EventIndex event) {
  if (result_.accesses.size() == ThreadAccesses::kMost) {
    result_.isComplete = false;
    return;
  }
  if (std::exchange(isStale_, false))
    result_.surroundings.push_back(surroundingsOf(event));
  EventKind kind = trace_.kind(event);
  result_.accesses.push_back(
      {.site = last_.site,
       .place = last_.address,
       .occurrence = last_.occurrence,
       .event = event,
       .address = trace_.address(event),
       .size = std::max(trace_.size(event), 1u),
       .reads = trace_.reads(event),
       .writes = trace_.writes(event) || kind == EventKind::AtomicCas,
       .frees = kind == EventKind::Free,
       .call = trace_.call(event),
       .held = heldSet(event),
       .surroundings = static_cast<std::uint32_t>(result_.surroundings.size() - 1)});
}

std::uint32_t Profiler::heldSet(EventIndex event) {
  auto [known, isNew] = heldSets_.try_emplace(locks_.lockSet(event),
                                              static_cast<std::uint32_t>(result_.heldSets.size()));
  if (isNew)
    result_.heldSets.push_back(locks_.spansOf(known->first));
  return known->second;
}

Surroundings Profiler::surroundingsOf(EventIndex event) const {
  Surroundings surroundings;
  for (unsigned i = 0; i < order_.threadCount(); ++i) {
    auto thread = static_cast<ThreadId>(i);
    std::span<const EventIndex> events = order_.events(thread);
    if (events.empty() || thread == trace_.thread(event))
      continue;
    if (createJoin_.before(event, events.front()))
      surroundings.later.insert(thread);
    if (createJoin_.before(events.back(), event))
      surroundings.earlier.insert(thread);
  }
  return surroundings;
}

} // namespace

std::vector<ThreadAccesses> threadAccesses(const ExecutionTrace& trace) {
  Profiler profiler(trace);
  std::vector<ThreadAccesses> profiles;
  profiles.reserve(profiler.threadCount());
  for (unsigned thread = 0; thread < profiler.threadCount(); ++thread)
    profiles.push_back(profiler.profile(static_cast<ThreadId>(thread)));
  return profiles;
}

ThreadAccesses accessesOf(const ExecutionTrace& trace, ThreadId thread) {
  return Profiler(trace).profile(thread);
}

bool areIndependent(const ThreadAccesses& one, const ThreadAccesses& other) {
  if (!one.isComplete || !other.isComplete)
    return false;
  if (commonCount(one.otherObjects, other.otherObjects) > 0 ||
      commonCount(one.locks, other.locks) > 1)
    return false;
  return std::ranges::none_of(one.accesses, [&](const ThreadAccess& mine) {
    return std::ranges::any_of(
        other.accesses, [&](const ThreadAccess& theirs) { return mine.conflictsWith(theirs); });
  });
}

bool shareNothing(const ThreadAccesses& one, const ThreadAccesses& other) {
  return areIndependent(one, other) && commonCount(one.locks, other.locks) == 0;
}

} // namespace heddle::trace
