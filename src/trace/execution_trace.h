// SPDX-License-Identifier: Apache-2.0
// What happened in one execution, in memory: the representation that strategies, reports and order problems share.
// It contains only facts, as the runtime delivers them. The views in this folder compute on demand what follows from
// them (program order, lock spans, reads-from, happens-before, ...).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::trace {

// Position of an event in a trace, in order of time.
using EventIndex = std::uint32_t;
inline constexpr EventIndex kNoEvent = ~EventIndex{0};

// Whether events of this kind access memory. Freeing a block counts as a write to it.
bool isAccess(runtime::EventKind kind);
bool isAtomic(runtime::EventKind kind);

// Columns of equal length, one per property of an event. Filled by a TraceRecorder.
class ExecutionTrace {
public:
  EventIndex length() const { return length_; }
  bool empty() const { return length_ == 0; }
  // False if events are missing because the trace became too long.
  bool isComplete() const { return leftOut_ == 0; }
  std::uint64_t leftOut() const { return leftOut_; }

  runtime::ThreadId thread(EventIndex event) const { return threads_[event]; }
  runtime::EventKind kind(EventIndex event) const { return kinds_[event]; }
  const abi::SiteRecord* site(EventIndex event) const { return sites_[event]; }
  std::uintptr_t address(EventIndex event) const { return addresses_[event]; }
  std::uint32_t size(EventIndex event) const { return sizes_[event]; }
  std::uint64_t value(EventIndex event) const { return values_[event]; }
  std::uint64_t previous(EventIndex event) const { return previous_[event]; }
  bool hasValue(EventIndex event) const { return (flags_[event] & kHasValue) != 0; }
  bool failed(EventIndex event) const { return (flags_[event] & kFailed) != 0; }
  std::uint32_t call(EventIndex event) const { return calls_[event]; }
  std::uint64_t step(EventIndex event) const { return steps_[event]; }
  // Return addresses, innermost first; empty unless recorded with Options::traceCallers.
  std::span<const std::uintptr_t> callers(EventIndex event) const;
  // Equal for events with equal callers; 0 when there are none.
  std::uint32_t stack(EventIndex event) const { return stacks_[event]; }

  bool isAccess(EventIndex event) const { return trace::isAccess(kinds_[event]); }
  bool reads(EventIndex event) const;
  bool writes(EventIndex event) const;
  // Whether two accesses have a byte in common.
  bool overlap(EventIndex one, EventIndex other) const;

  // One more than the highest number of a thread.
  unsigned threadCount() const;

  // ---- for recorders ----------------------------------------------------------------------------

  void append(const runtime::Event& event);
  // Discards all events from `length` on.
  void truncate(EventIndex length);
  // Discards the events in [from, to), and counts them as left out.
  void leaveOut(EventIndex from, EventIndex to);
  // The trace lacks this many events.
  void setLeftOut(std::uint64_t count) { leftOut_ = count; }
  // Runtime::Event::number of an event.
  std::uint64_t number(EventIndex event) const { return numbers_[event]; }
  // The first event with at least this number, or length().
  EventIndex find(std::uint64_t number) const;

private:
  static constexpr std::uint8_t kHasValue = 1;
  static constexpr std::uint8_t kFailed = 2;

  template <typename Visitor>
  void forEachColumn(Visitor visit);
  void grow();
  std::uint32_t internStack(const runtime::Event& event);

  EventIndex length_ = 0;
  std::uint64_t leftOut_ = 0;
  std::vector<runtime::ThreadId> threads_;
  std::vector<runtime::EventKind> kinds_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> calls_;
  std::vector<std::uint32_t> stacks_;
  std::vector<const abi::SiteRecord*> sites_;
  std::vector<std::uintptr_t> addresses_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint64_t> previous_;
  std::vector<std::uint64_t> steps_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::vector<std::uintptr_t>> distinctStacks_ = {{}};
  std::unordered_map<std::uint64_t, std::uint32_t> stackIndex_; // by hash
};

} // namespace heddle::trace
