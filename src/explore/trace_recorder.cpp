// SPDX-License-Identifier: Apache-2.0
#include "explore/trace_recorder.h"

#include <algorithm>

#include "support/hash.h"

namespace heddle::explore {

using runtime::Event;
using runtime::EventKind;

namespace {

constexpr std::size_t kRing = TraceRecorder::kMostEvents - TraceRecorder::kFirstEvents;
constexpr std::size_t kMostStacks = 20'000;

bool isAccess(EventKind kind) {
  return kind <= EventKind::AtomicCas;
}

std::uint64_t bytesOf(const Event& event) {
  return event.size;
}

} // namespace

void TraceRecorder::record() {
  mode_ = Mode::Record;
  stacks_.assign(1, {});
  first_.reserve(kFirstEvents);
}

void TraceRecorder::onEvent(const Event& event) {
  if (mode_ == Mode::Learn && isAccess(event.kind))
    shared_.touch(event.address, bytesOf(event), event.thread);
  if (mode_ != Mode::Record)
    return;
  if (event.kind == EventKind::FunctionEntry)
    return enter(event);
  if (event.kind == EventKind::FunctionExit)
    return leave(event);
  if (!isWanted(event))
    return;
  if (event.thread < calls_.size()) {
    for (const RecordedEvent& call : calls_[event.thread])
      keep(call);
    calls_[event.thread].clear();
  }
  keep(compact(event));
}

bool TraceRecorder::isWanted(const Event& event) const {
  switch (event.kind) {
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::RangeRead:
  case EventKind::RangeWrite:
  case EventKind::Allocate:
    return shared_.isShared(event.address, bytesOf(event));
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::OnceDone:
  case EventKind::WakeUp:
    return false;
  case EventKind::SemaphoreWait:
    return !event.failed;
  default:
    return true;
  }
}

// A call is kept only if something happens inside.
void TraceRecorder::enter(const Event& event) {
  if (event.thread >= calls_.size())
    calls_.resize(event.thread + 1);
  calls_[event.thread].push_back(compact(event));
}

void TraceRecorder::leave(const Event& event) {
  if (event.thread < calls_.size() && !calls_[event.thread].empty())
    calls_[event.thread].pop_back();
  else
    keep(compact(event));
}

void TraceRecorder::keep(const RecordedEvent& event) {
  if (first_.size() < kFirstEvents)
    first_.push_back(event);
  else if (last_.size() < kRing)
    last_.push_back(event);
  else
    last_[(kept_ - kFirstEvents) % kRing] = event;
  ++kept_;
}

RecordedEvent TraceRecorder::compact(const Event& event) {
  bool hasValue =
      event.hasValue && event.kind != EventKind::CondWait && event.kind != EventKind::Once;
  return {.step = event.step,
          .thread = event.thread,
          .kind = event.kind,
          .size = static_cast<std::uint8_t>(std::min(event.size, 255u)),
          .hasValue = hasValue,
          .stack = stackOf(event),
          .site = event.site,
          .address = event.address,
          .value = hasValue ? event.value : 0};
}

std::uint32_t TraceRecorder::stackOf(const Event& event) {
  if (event.callerCount == 0)
    return 0;
  Hasher hasher;
  for (unsigned i = 0; i < event.callerCount; ++i)
    hasher.add(event.callers[i]);
  auto found = stackIndex_.find(hasher.value());
  if (found != stackIndex_.end())
    return found->second;
  if (stacks_.size() >= kMostStacks)
    return 0;
  auto index = static_cast<std::uint32_t>(stacks_.size());
  stacks_.emplace_back(event.callers, event.callers + event.callerCount);
  stackIndex_.emplace(hasher.value(), index);
  return index;
}

std::vector<RecordedEvent> TraceRecorder::events() const {
  std::vector<RecordedEvent> result = first_;
  std::size_t oldest = last_.size() < kRing ? 0 : (kept_ - kFirstEvents) % kRing;
  for (std::size_t i = 0; i < last_.size(); ++i)
    result.push_back(last_[(oldest + i) % last_.size()]);
  return result;
}

} // namespace heddle::explore
