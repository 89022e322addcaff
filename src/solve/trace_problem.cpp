// SPDX-License-Identifier: Apache-2.0
// Values. A location is a piece of memory that no access divides (trace/locations.h), so an access of several pieces
// reads or writes a value in each. If the runtime delivered the value of an access, two equal ones are equal here too.
// Otherwise (a copy of many bytes, freeing a block) the value is that which a later read returned. If there is none, it is
// one of its own: a read that returned it must return it from that write again. Memory that one thread alone accesses
// constrains nothing.
#include "solve/trace_problem.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

#include "support/hash.h"
#include "trace/locations.h"
#include "trace/lock_spans.h"
#include "trace/sync_edges.h"
#include "trace/thread_order.h"

namespace heddle::solve {

using runtime::EventKind;
using trace::EventIndex;
using trace::LocationIndex;

namespace {

constexpr std::uint32_t kMostKnownBytes = 8;

std::uint64_t known(std::uint64_t value) {
  return Hasher().add(1).add(value).value();
}

// The order of these operations on an object matters, and nothing else says what it may be.
bool keepsItsOrder(EventKind kind) {
  switch (kind) {
  case EventKind::SemaphoreWait:
  case EventKind::SemaphorePost:
  case EventKind::BarrierWait:
  case EventKind::Once:
  case EventKind::OnceDone:
  case EventKind::FutexWait:
  case EventKind::FutexWake:
    return true;
  default:
    return false;
  }
}

class Builder {
public:
  explicit Builder(const trace::ExecutionTrace& trace)
      : trace_(trace), locations_(trace), order_(trace), spans_(trace),
        result_{.problem = OrderProblem(trace.threadCount())}, memory_(locations_.count()),
        isShared_(locations_.count()), isUnexplained_(locations_.count()) {}

  TraceProblem build() {
    findShared();
    findRevealed();
    for (EventIndex event = 0; event < trace_.length(); ++event) {
      result_.problem.addEvent(trace_.thread(event));
      if (trace_.isAccess(event))
        addAccesses(event);
    }
    addSpans();
    for (const trace::SyncEdge& edge : trace::syncEdges(trace_, order_))
      result_.problem.addEdge({.from = edge.from, .to = edge.to});
    addWaits();
    addObjects();
    addBusyLocks();
    return std::move(result_);
  }

private:
  void findShared() {
    for (LocationIndex location = 0; location < locations_.count(); ++location) {
      const std::span<const EventIndex> accesses = locations_.accesses(location);
      isShared_[location] = std::ranges::any_of(accesses, [&](EventIndex event) {
        return trace_.thread(event) != trace_.thread(accesses.front());
      });
    }
  }

  // A read says what the write before it wrote.
  void findRevealed() {
    for (LocationIndex location = 0; location < locations_.count(); ++location) {
      if (!isShared_[location])
        continue;
      EventIndex write = trace::kNoEvent; // whose value is not known
      for (const EventIndex event : locations_.accesses(location)) {
        if (write != trace::kNoEvent && trace_.reads(event) && isKnown(event)) {
          revealed_.emplace(keyOf(write, location), valueRead(event, location));
          write = trace::kNoEvent;
        }
        if (trace_.writes(event))
          write = isKnown(event) ? trace::kNoEvent : event;
      }
    }
  }
  static std::uint64_t keyOf(EventIndex event, LocationIndex location) {
    return std::uint64_t{event} << 32 | location;
  }

  void addAccesses(EventIndex event) {
    const auto [first, last] = locations_.of(trace_, event);
    for (LocationIndex location = first; location < last; ++location)
      if (isShared_[location])
        addAccess(event, location);
  }

  void addAccess(EventIndex event, LocationIndex location) {
    std::optional<std::uint64_t>& now = memory_[location];
    if (!now) {
      now = trace_.reads(event) ? valueRead(event, location) : valueReplaced(event, location);
      result_.problem.setInitialValue(location, *now);
    }
    Access access{.location = location,
                  .reads = trace_.reads(event),
                  .writes = trace_.writes(event),
                  .readValue = *now,
                  .writtenValue = 0};
    // Code without hooks has written it, and nothing says when. Until the next write, reads are not kept.
    if (access.reads && isKnown(event) && valueRead(event, location) != *now)
      isUnexplained_[location] = result_.isRestricted = true;
    access.reads = access.reads && !isUnexplained_[location];
    if (access.writes) {
      now = access.writtenValue = valueWritten(event, location);
      isUnexplained_[location] = false;
    }
    result_.problem.addAccess(access);
  }

  bool isKnown(EventIndex event) const {
    return trace_.hasValue(event) && trace_.size(event) <= kMostKnownBytes &&
           trace_.kind(event) != EventKind::Free;
  }
  // The piece of the value at a location.
  std::uint64_t pieceOf(std::uint64_t value, EventIndex event, LocationIndex location) const {
    const std::uintptr_t skipped = locations_.address(location) - trace_.address(event);
    const std::uintptr_t bytes = locations_.end(location) - locations_.address(location);
    value >>= 8 * skipped;
    return known(bytes >= kMostKnownBytes ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1));
  }
  std::uint64_t valueRead(EventIndex event, LocationIndex location) {
    if (!isKnown(event))
      return unknown();
    return pieceOf(
        trace_.writes(event) ? trace_.previous(event) : trace_.value(event), event, location);
  }
  std::uint64_t valueReplaced(EventIndex event, LocationIndex location) {
    return isKnown(event) ? pieceOf(trace_.previous(event), event, location) : unknown();
  }
  std::uint64_t valueWritten(EventIndex event, LocationIndex location) {
    if (isKnown(event))
      return pieceOf(trace_.value(event), event, location);
    const auto revealed = revealed_.find(keyOf(event, location));
    return revealed != revealed_.end() ? revealed->second : unknown();
  }
  std::uint64_t unknown() { return Hasher().add(2).add(++unknowns_).value(); }

  void addSpans() {
    std::unordered_map<std::uintptr_t, std::uint32_t> numbers;
    for (const trace::LockSpan& span : spans_.all()) {
      const auto number = static_cast<std::uint32_t>(numbers.size());
      result_.problem.addSpan({.lock = numbers.try_emplace(span.lock, number).first->second,
                               .thread = span.thread,
                               .shared = span.shared,
                               .acquired = span.acquired,
                               .released = span.released});
    }
  }

  // A thread that is woken waits before.
  void addWaits() {
    for (EventIndex event = 0; event < trace_.length(); ++event) {
      if (trace_.kind(event) != EventKind::WakeUp)
        continue;
      const auto woken = static_cast<runtime::ThreadId>(trace_.value(event));
      if (const EventIndex wait = order_.lastBefore(woken, event); wait != trace::kNoEvent)
        result_.problem.addEdge({.from = wait, .to = event});
    }
  }

  void addObjects() {
    std::unordered_map<std::uintptr_t, EventIndex> last;
    for (EventIndex event = 0; event < trace_.length(); ++event) {
      if (!keepsItsOrder(trace_.kind(event)))
        continue;
      const auto [before, isFirst] = last.try_emplace(trace_.address(event), event);
      if (!isFirst && trace_.thread(before->second) != trace_.thread(event))
        restrict({.from = before->second, .to = event});
      before->second = event;
    }
  }

  // A thread that found a lock busy finds it busy again.
  void addBusyLocks() {
    for (EventIndex event = 0; event < trace_.length(); ++event) {
      const EventKind kind = trace_.kind(event);
      if (!trace_.failed(event) || (kind != EventKind::TryLock && kind != EventKind::TryLockShared))
        continue;
      for (const trace::LockSpan& span : spans_.all()) {
        const bool isHolder =
            span.lock == trace_.address(event) && span.thread != trace_.thread(event) &&
            (span.acquired == trace::kNoEvent || span.acquired < event) && span.released > event;
        if (!isHolder)
          continue;
        if (span.acquired != trace::kNoEvent)
          restrict({.from = span.acquired, .to = event});
        if (span.released != trace::kNoEvent)
          restrict({.from = event, .to = span.released});
        break;
      }
    }
  }

  void restrict(const Edge& edge) {
    result_.problem.addEdge(edge);
    result_.isRestricted = true;
  }

  const trace::ExecutionTrace& trace_;
  trace::Locations locations_;
  trace::ThreadOrder order_;
  trace::LockSpans spans_;
  TraceProblem result_;
  std::vector<std::optional<std::uint64_t>> memory_; // by location
  std::vector<bool> isShared_;                       // by location
  std::vector<bool> isUnexplained_; // by location: what it contains was not written by an event
  std::unordered_map<std::uint64_t, std::uint64_t> revealed_; // by write and location
  std::uint64_t unknowns_ = 0;
};

} // namespace

TraceProblem problemOf(const trace::ExecutionTrace& trace) {
  return Builder(trace).build();
}

} // namespace heddle::solve
