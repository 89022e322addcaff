// SPDX-License-Identifier: Apache-2.0
#include "explore/access_trace.h"

#include <algorithm>

namespace heddle::explore {

using runtime::EventKind;

namespace {

constexpr unsigned kMostHeld = 64;

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

} // namespace

bool areIndependent(const LaneTrace& one, const LaneTrace& other) {
  if (!one.isComplete || !other.isComplete)
    return false;
  if (commonCount(one.otherObjects, other.otherObjects) > 0 ||
      commonCount(one.locks, other.locks) > 1)
    return false;
  return std::ranges::none_of(one.accesses, [&](const LaneAccess& mine) {
    return std::ranges::any_of(
        other.accesses, [&](const LaneAccess& theirs) { return mine.conflictsWith(theirs); });
  });
}

runtime::ThreadId AccessTracer::choose(const runtime::SchedulingPoint& point) {
  runtime::ThreadId next = inner_.choose(point);
  runtime::ThreadId thread = runtime::laneThread(lane_);
  if (thread == runtime::kNoThread)
    return next;
  noteHeld(thread);
  if (next == thread)
    note(point.pending[thread]);
  return next;
}

void AccessTracer::note(const runtime::PendingOperation& operation) {
  switch (operation.kind) {
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::RangeRead:
  case EventKind::RangeWrite:
  case EventKind::AtomicLoad:
  case EventKind::AtomicStore:
  case EventKind::AtomicRmw:
  case EventKind::AtomicCas:
    noteAccess(operation);
    break;
  case EventKind::LockShared:
  case EventKind::TryLockShared:
    lockingShared_ = operation.address;
    trace_.locks.push_back(operation.address);
    break;
  case EventKind::Lock:
  case EventKind::TryLock:
    lockingShared_ = lockingShared_ == operation.address ? 0 : lockingShared_;
    trace_.locks.push_back(operation.address);
    break;
  case EventKind::CallBegin:
    ++calls_;
    break;
  default:
    if (operation.address != 0 && operation.kind != EventKind::Unlock &&
        operation.kind != EventKind::UnlockShared && operation.kind != EventKind::Sleep)
      trace_.otherObjects.push_back(operation.address);
  }
}

void AccessTracer::noteAccess(const runtime::PendingOperation& operation) {
  if (trace_.accesses.size() == LaneTrace::kMostAccesses) {
    trace_.isComplete = false;
    return;
  }
  bool modifies = operation.kind == EventKind::AtomicRmw || operation.kind == EventKind::AtomicCas;
  LaneAccess access{.site = operation.site,
                    .address = operation.address,
                    .size = std::max(operation.size, 1u),
                    .reads = !operation.isWrite || modifies,
                    .writes = operation.isWrite,
                    .call = calls_ == 0 ? 0 : calls_ - 1,
                    .occurrence = 0,
                    .held = static_cast<std::uint32_t>(trace_.heldSets.size() - 1)};
  access.occurrence = static_cast<std::uint32_t>(
      std::ranges::count_if(trace_.accesses, [&](const LaneAccess& earlier) {
        return earlier.site == access.site && earlier.address == access.address;
      }));
  trace_.accesses.push_back(access);
}

// Taking and giving back a lock are points, so no span begins or ends unseen.
void AccessTracer::noteHeld(runtime::ThreadId thread) {
  static runtime::HeldLock locks[kMostHeld]; // large, and the subject's stack is not ours
  unsigned count = runtime::heldLocks(locks, kMostHeld);
  std::vector<HeldSpan> now;
  for (unsigned i = 0; i < count; ++i) {
    if (locks[i].thread != thread)
      continue;
    auto before = std::ranges::find(held_, locks[i].address, &HeldSpan::lock);
    now.push_back(before != held_.end()
                      ? *before
                      : HeldSpan{locks[i].address, ++spans_, lockingShared_ == locks[i].address});
  }
  if (now == held_)
    return;
  held_ = std::move(now);
  trace_.heldSets.push_back(held_);
}

LaneTrace AccessTracer::finish() {
  sortOnce(trace_.locks);
  sortOnce(trace_.otherObjects);
  return std::move(trace_);
}

} // namespace heddle::explore
