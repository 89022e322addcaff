// SPDX-License-Identifier: Apache-2.0
#include "trace/happens_before.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::trace {

using runtime::EventKind;

namespace {

// Only writers acquire what readers release: readers do not synchronise with each other. The result is not the address
// of an object.
std::uintptr_t readersOf(std::uintptr_t lock) {
  return lock + 1;
}

// Returns whether `clock` has grown.
bool raise(std::vector<std::uint32_t>& clock, const std::vector<std::uint32_t>& other) {
  bool grown = false;
  for (std::size_t i = 0; i < other.size(); ++i) {
    grown = grown || other[i] > clock[i];
    clock[i] = std::max(clock[i], other[i]);
  }
  return grown;
}

} // namespace

HappensBefore::HappensBefore(const ExecutionTrace& trace, const ThreadOrder& order, Order which)
    : trace_(trace), order_(order), threads_(order.threadCount()), rowOf_(trace.length()) {
  HEDDLE_CHECK(order.length() == trace.length()) << "the program order of another trace";
  for (Thread& thread : threads_)
    thread.clock.resize(threads_.size());
  for (EventIndex event = 0; event < trace.length(); ++event)
    visit(event, which);
  HEDDLE_CHECK(rows_.size() <= trace.length()) << "more clocks than events";
  threads_.clear();
  objects_.clear();
}

bool HappensBefore::before(EventIndex one, EventIndex other) const {
  runtime::ThreadId thread = trace_.thread(one);
  if (thread == trace_.thread(other))
    return order_.position(one) < order_.position(other);
  return rows_[rowOf_[other]][thread] > order_.position(one);
}

void HappensBefore::visit(EventIndex event, Order which) {
  runtime::ThreadId self = trace_.thread(event);
  Thread& thread = threads_[self];
  join(thread, thread.pending);
  thread.pending.clear();
  thread.clock[self] = order_.position(event) + 1;
  auto other = static_cast<runtime::ThreadId>(trace_.value(event));
  EventKind kind = trace_.kind(event);
  if (kind == EventKind::ThreadJoin && other < threads_.size())
    join(thread, threads_[other].clock);
  if (which == Order::Synchronised)
    synchronise(event, thread);
  bool sends = kind == EventKind::ThreadCreate ||
               (kind == EventKind::WakeUp && which == Order::Synchronised);
  if (sends && other < threads_.size()) {
    threads_[other].pending.resize(threads_.size());
    raise(threads_[other].pending, thread.clock);
  }
  if (thread.isStale) {
    thread.row = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(thread.clock);
    thread.isStale = false;
  }
  rowOf_[event] = thread.row;
}

void HappensBefore::synchronise(EventIndex event, Thread& thread) {
  std::uintptr_t object = trace_.address(event);
  switch (trace_.kind(event)) {
  case EventKind::Lock:
  case EventKind::TryLock:
    if (trace_.failed(event))
      return;
    acquire(thread, readersOf(object));
    return acquire(thread, object);
  case EventKind::LockShared:
  case EventKind::TryLockShared:
  case EventKind::SemaphoreWait:
    return trace_.failed(event) ? void() : acquire(thread, object);
  case EventKind::UnlockShared:
    return release(thread, readersOf(object));
  case EventKind::CondWait:
    thread.waitMutex = trace_.value(event);
    return release(thread, thread.waitMutex);
  case EventKind::Woken:
    acquire(thread, readersOf(thread.waitMutex));
    return acquire(thread, thread.waitMutex);
  case EventKind::Unlock:
  case EventKind::SemaphorePost:
  case EventKind::BarrierWait:
  case EventKind::OnceDone:
    return release(thread, object);
  case EventKind::WakeUp: // of a barrier: after all threads that reached it
  case EventKind::Once:
    return acquire(thread, object);
  default:
    if (!isAtomic(trace_.kind(event)))
      return;
    if (trace_.reads(event))
      acquire(thread, object);
    if (trace_.writes(event))
      release(thread, object);
  }
}

void HappensBefore::join(Thread& thread, const Clock& other) {
  thread.isStale = raise(thread.clock, other) || thread.isStale;
}

void HappensBefore::acquire(Thread& thread, std::uintptr_t object) {
  if (auto found = objects_.find(object); found != objects_.end())
    join(thread, found->second);
}

void HappensBefore::release(const Thread& thread, std::uintptr_t object) {
  Clock& clock = objects_[object];
  clock.resize(threads_.size());
  raise(clock, thread.clock);
}

} // namespace heddle::trace
