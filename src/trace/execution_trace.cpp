// SPDX-License-Identifier: Apache-2.0
#include "trace/execution_trace.h"

#include <algorithm>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::trace {

using runtime::Event;
using runtime::EventKind;

namespace {

constexpr std::size_t kFirstCapacity = 128;
constexpr std::size_t kMostStacks =
    200'000; // events with further callers are recorded without them

} // namespace

bool isAccess(EventKind kind) {
  return kind <= EventKind::AtomicCas || kind == EventKind::Free;
}

bool isAtomic(EventKind kind) {
  return kind >= EventKind::AtomicLoad && kind <= EventKind::AtomicCas;
}

std::span<const std::uintptr_t> ExecutionTrace::callers(EventIndex event) const {
  return distinctStacks_[stacks_[event]];
}

bool ExecutionTrace::reads(EventIndex event) const {
  EventKind kind = kinds_[event];
  return kind == EventKind::Load || kind == EventKind::RangeRead ||
         (isAtomic(kind) && kind != EventKind::AtomicStore);
}

bool ExecutionTrace::writes(EventIndex event) const {
  EventKind kind = kinds_[event];
  if (kind == EventKind::AtomicCas)
    return !failed(event);
  return kind == EventKind::Store || kind == EventKind::RangeWrite || kind == EventKind::Free ||
         kind == EventKind::AtomicStore || kind == EventKind::AtomicRmw;
}

bool ExecutionTrace::overlap(EventIndex one, EventIndex other) const {
  return addresses_[one] < addresses_[other] + sizes_[other] &&
         addresses_[other] < addresses_[one] + sizes_[one];
}

unsigned ExecutionTrace::threadCount() const {
  unsigned count = 0;
  for (EventIndex event = 0; event < length_; ++event)
    count = std::max(count, threads_[event] + 1u);
  return count;
}

template <typename Visitor>
void ExecutionTrace::forEachColumn(Visitor visit) {
  visit(threads_);
  visit(kinds_);
  visit(flags_);
  visit(sizes_);
  visit(calls_);
  visit(stacks_);
  visit(sites_);
  visit(addresses_);
  visit(values_);
  visit(previous_);
  visit(steps_);
  visit(numbers_);
}

void ExecutionTrace::grow() {
  std::size_t capacity = std::max(kFirstCapacity, 2 * threads_.size());
  forEachColumn([&](auto& column) { column.resize(capacity); });
}

void ExecutionTrace::append(const Event& event) {
  if (length_ == threads_.size())
    grow();
  EventIndex at = length_++;
  threads_[at] = event.thread;
  kinds_[at] = event.kind;
  flags_[at] =
      static_cast<std::uint8_t>((event.hasValue ? kHasValue : 0) | (event.failed ? kFailed : 0));
  sizes_[at] = event.size;
  calls_[at] = event.call;
  stacks_[at] = event.callerCount == 0 ? 0 : internStack(event);
  sites_[at] = event.site;
  addresses_[at] = event.address;
  values_[at] = event.value;
  previous_[at] = event.previous;
  steps_[at] = event.step;
  numbers_[at] = event.number;
}

void ExecutionTrace::truncate(EventIndex length) {
  length_ = std::min(length_, length);
}

void ExecutionTrace::leaveOut(EventIndex from, EventIndex to) {
  HEDDLE_CHECK(from <= to && to <= length_)
      << "events " << from << " to " << to << " of a trace with " << length_;
  forEachColumn([&](auto& column) {
    std::copy(column.begin() + to, column.begin() + length_, column.begin() + from);
  });
  length_ -= to - from;
  leftOut_ += to - from;
}

EventIndex ExecutionTrace::find(std::uint64_t number) const {
  auto end = numbers_.begin() + length_;
  return static_cast<EventIndex>(std::lower_bound(numbers_.begin(), end, number) -
                                 numbers_.begin());
}

std::uint32_t ExecutionTrace::internStack(const Event& event) {
  Hasher hasher;
  for (unsigned i = 0; i < event.callerCount; ++i)
    hasher.add(event.callers[i]);
  auto found = stackIndex_.find(hasher.value());
  if (found != stackIndex_.end())
    return found->second;
  if (distinctStacks_.size() >= kMostStacks)
    return 0;
  auto index = static_cast<std::uint32_t>(distinctStacks_.size());
  distinctStacks_.emplace_back(event.callers, event.callers + event.callerCount);
  stackIndex_.emplace(hasher.value(), index);
  return index;
}

} // namespace heddle::trace
