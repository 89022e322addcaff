// SPDX-License-Identifier: Apache-2.0
// Problem: most orders that are asked for differ from the trace in a few places, and the work grows with the trace.
// Idea: freeze what is far before the question, drop what is far after it. Two events of the window have no counterpart in
// the trace: one that takes the locks a thread already holds, and one at the end of a thread that releases what it would
// release later. The latter never has to happen; a thread releases its locks after its last event anyway.
#include "solve/trace_window.h"

#include <algorithm>

namespace heddle::solve {

namespace {

constexpr Event kStride = 64;

Event firstFaultOf(const OrderProblem& problem) {
  std::vector<std::uint64_t> memory(problem.locationCount());
  for (Location location = 0; location < problem.locationCount(); ++location)
    memory[location] = problem.initialValue(location);
  for (Event event = 0; event < problem.size(); ++event)
    for (const Access& access : problem.accessesOf(event)) {
      if (access.reads && memory[access.location] != access.readValue)
        return event;
      if (access.writes)
        memory[access.location] = access.writtenValue;
    }
  return problem.size();
}

} // namespace

WindowCutter::WindowCutter(const OrderProblem& problem)
    : problem_(problem), writes_(problem.locationCount()), predecessors_(problem.size()),
      spans_(problem.size()), firstFault_(firstFaultOf(problem)) {
  for (const Edge& edge : problem.edges())
    predecessors_[edge.to].push_back(edge.from);
  std::vector<const Span*> held;
  for (const Span& span : problem.spans())
    (span.acquired == kNoEvent ? held : spans_[span.acquired]).push_back(&span);
  for (Event event = 0; event < problem.size(); ++event) {
    if (event % kStride == 0) {
      std::erase_if(held, [&](const Span* span) { return !isOpenAt(*span, event); });
      heldAtStride_.push_back(held);
    }
    held.insert(held.end(), spans_[event].begin(), spans_[event].end());
    for (const Access& access : problem.accessesOf(event))
      if (access.writes)
        writes_[access.location].push_back({.event = event, .value = access.writtenValue});
  }
}

std::vector<const Span*> WindowCutter::heldAt(Event event) const {
  std::vector<const Span*> held = heldAtStride_[event / kStride];
  for (Event before = event / kStride * kStride; before < event; ++before)
    held.insert(held.end(), spans_[before].begin(), spans_[before].end());
  std::erase_if(held, [&](const Span* span) { return !isOpenAt(*span, event); });
  return held;
}

std::uint64_t WindowCutter::valueAt(Location location, Event event) const {
  const std::vector<Write>& writes = writes_[location];
  const auto next = std::ranges::lower_bound(writes, event, {}, &Write::event);
  return next == writes.begin() ? problem_.initialValue(location) : std::prev(next)->value;
}

class WindowBuilder {
public:
  WindowBuilder(const WindowCutter& cutter, const Range& range)
      : cutter_(cutter), problem_(cutter.problem_), range_(range),
        window_(problem_.threadCount(), range), holders_(problem_.threadCount(), kNoEvent),
        ends_(problem_.threadCount(), kNoEvent) {}

  TraceWindow build() {
    addHolders();
    for (Event event = range_.begin; event < range_.end; ++event)
      addOriginal(event);
    for (const Span* span : held_)
      addSpan(*span, holders_[span->thread]);
    for (Event event = range_.begin; event < range_.end; ++event)
      for (const Span* span : cutter_.spans_[event])
        addSpan(*span, window_.ownOf(event));
    return std::move(window_);
  }

private:
  Event add(Thread thread, Event original) {
    window_.original_.push_back(original);
    return window_.problem_.addEvent(thread);
  }

  void addHolders() {
    held_ = cutter_.heldAt(range_.begin);
    for (const Span* span : held_)
      if (Event& holder = holders_[span->thread]; holder == kNoEvent)
        holder = add(span->thread, kNoEvent);
  }

  void addOriginal(Event event) {
    const Thread thread = problem_.threadOf(event);
    const Event own = add(thread, event);
    window_.own_.push_back(own);
    for (const Access& access : problem_.accessesOf(event))
      addAccess(access);
    const bool isFirst = window_.problem_.positionOf(own) == (holders_[thread] == kNoEvent ? 0 : 1);
    for (const Event holder : holders_)
      if (isFirst && holder != kNoEvent && holder != holders_[thread])
        window_.problem_.addEdge({.from = holder, .to = own});
    for (const Event from : cutter_.predecessors_[event])
      if (from >= range_.begin)
        window_.problem_.addEdge({.from = window_.ownOf(from), .to = own});
  }

  void addAccess(Access access) {
    const auto number = static_cast<Location>(window_.locations_.size());
    const auto [known, isNew] = window_.locations_.try_emplace(access.location, number);
    if (isNew)
      window_.problem_.setInitialValue(number, cutter_.valueAt(access.location, range_.begin));
    access.location = known->second;
    window_.problem_.addAccess(access);
  }

  void addSpan(Span span, Event acquired) {
    span.acquired = acquired;
    if (span.released != kNoEvent)
      span.released = releaseOf(span);
    span.lock =
        locks_.try_emplace(span.lock, static_cast<std::uint32_t>(locks_.size())).first->second;
    window_.problem_.addSpan(span);
  }

  Event releaseOf(const Span& span) {
    if (span.released < range_.end)
      return window_.ownOf(span.released);
    Event& end = ends_[span.thread];
    if (end == kNoEvent)
      end = add(span.thread, kNoEvent);
    return end;
  }

  const WindowCutter& cutter_;
  const OrderProblem& problem_;
  Range range_;
  TraceWindow window_;
  std::vector<Event> holders_; // by thread
  std::vector<Event> ends_;    // by thread
  std::vector<const Span*> held_;
  std::unordered_map<std::uint32_t, std::uint32_t> locks_;
};

std::optional<TraceWindow> WindowCutter::cut(const Range& range) const {
  if (range.begin > firstFault_)
    return std::nullopt;
  return WindowBuilder(*this, range).build();
}

Question TraceWindow::questionOf(const Question& question) const {
  Question result;
  for (const Event event : question.events)
    result.events.push_back(ownOf(event));
  for (const Edge& edge : question.edges)
    result.edges.push_back({.from = ownOf(edge.from), .to = ownOf(edge.to)});
  if (const std::optional<WantedRead>& read = question.read)
    result.read = {.event = ownOf(read->event),
                   .location = locations_.at(read->location),
                   .value = read->value};
  return result;
}

std::vector<Event> TraceWindow::orderOf(const std::vector<Event>& order) const {
  std::vector<Event> result;
  result.reserve(range_.begin + order.size());
  for (Event event = 0; event < range_.begin; ++event)
    result.push_back(event);
  for (const Event event : order)
    if (original_[event] != kNoEvent)
      result.push_back(original_[event]);
  return result;
}

} // namespace heddle::solve
