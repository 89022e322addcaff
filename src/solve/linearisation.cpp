// SPDX-License-Identifier: Apache-2.0
#include "solve/linearisation.h"

#include <algorithm>

namespace heddle::solve {

namespace {

// A value that no event has: what a read-modify-write makes of another value than that of the trace.
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

} // namespace

Linearisation::Linearisation(const OrderProblem& problem, const OrderGraph& graph)
    : problem_(problem), graph_(graph), taken_(problem.size()), released_(problem.size()),
      spansOf_(problem.threadCount()),
      accesses_(problem.locationCount(), std::vector<std::vector<Event>>(problem.threadCount())) {
  for (const Span& span : problem.spans()) {
    spansOf_[span.thread].push_back(&span);
    if (span.acquired != kNoEvent)
      taken_[span.acquired].push_back(&span);
    if (span.released != kNoEvent)
      released_[span.released].push_back(&span);
  }
  for (Event event = 0; event < problem.size(); ++event)
    for (const Access& access : problem.accessesOf(event))
      accesses_[access.location][problem.threadOf(event)].push_back(event);
}

void Linearisation::begin() {
  next_.assign(problem_.threadCount(), 0);
  memory_.resize(problem_.locationCount());
  for (Location location = 0; location < memory_.size(); ++location)
    memory_[location] = problem_.initialValue(location);
  locks_.assign(problem_.lockCount(), {});
  for (const Span& span : problem_.spans())
    if (span.acquired == kNoEvent && (span.released == kNoEvent || graph_.length(span.thread) > 0))
      ++holdersLike(span);
  order_.clear();
}

bool Linearisation::run() {
  begin();
  while (true) {
    const Event event = chooseNext();
    if (event == kNoEvent)
      return blocked().empty();
    execute(event);
  }
}

std::vector<Event> Linearisation::blocked() const {
  std::vector<Event> events;
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    if (!isDone(thread))
      events.push_back(problem_.eventsOf(thread)[next_[thread]]);
  return events;
}

// The first in the trace, of those that take no value away that another thread is about to read.
Event Linearisation::chooseNext() const {
  Event best = kNoEvent;
  bool bestOverwrites = true;
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread) {
    if (isDone(thread))
      continue;
    const Event event = problem_.eventsOf(thread)[next_[thread]];
    const bool isWorse = best != kNoEvent && !bestOverwrites && event > best;
    if (isWorse || !canHappen(event))
      continue;
    const bool overwrites = overwritesAwaited(event);
    if (best == kNoEvent || overwrites < bestOverwrites ||
        (overwrites == bestOverwrites && event < best)) {
      best = event;
      bestOverwrites = overwrites;
    }
  }
  return best;
}

bool Linearisation::canHappen(Event event) const {
  const Thread own = problem_.threadOf(event);
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    if (thread != own && graph_.clock(event, thread) > next_[thread])
      return false;
  for (const Span* span : taken_[event])
    if (locks_[span->lock].writers > 0 || (!span->shared && locks_[span->lock].readers > 0))
      return false;
  if (wanted_ && wanted_->event == event && memory_[wanted_->location] != wanted_->value)
    return false;
  return !graph_.keepsValues(event) || readsSame(event);
}

// Whether the event would read now what it read in the trace.
bool Linearisation::readsSame(Event event) const {
  return std::ranges::all_of(problem_.accessesOf(event), [this](const Access& access) {
    return !access.reads || memory_[access.location] == access.readValue;
  });
}

bool Linearisation::overwritesAwaited(Event event) const {
  return std::ranges::any_of(problem_.accessesOf(event), [&](const Access& access) {
    const std::uint64_t now = memory_[access.location];
    return access.writes && access.writtenValue != now &&
           isAwaited(access.location, now, problem_.threadOf(event));
  });
}

// Whether the next access of another thread to the location must read this value.
bool Linearisation::isAwaited(Location location, std::uint64_t value, Thread writer) const {
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread) {
    const std::vector<Event>& accesses = accesses_[location][thread];
    if (thread == writer || accesses.empty())
      continue;
    const auto next = std::ranges::partition_point(
        accesses, [&](Event event) { return problem_.positionOf(event) < next_[thread]; });
    if (next != accesses.end() && mustRead(*next, location, value))
      return true;
  }
  return false;
}

bool Linearisation::mustRead(Event event, Location location, std::uint64_t value) const {
  if (wanted_ && wanted_->event == event && wanted_->location == location)
    return wanted_->value == value;
  return graph_.keepsValues(event) &&
         std::ranges::any_of(problem_.accessesOf(event), [&](const Access& access) {
           return access.location == location && access.reads && access.readValue == value;
         });
}

// What a thread holds after its last event, it releases later.
void Linearisation::releaseAll(Thread thread) {
  for (const Span* span : spansOf_[thread])
    if (span->released != kNoEvent && !graph_.happens(span->released) &&
        (span->acquired == kNoEvent || graph_.happens(span->acquired)))
      --holdersLike(*span);
}

void Linearisation::execute(Event event) {
  const bool isAsInTrace = readsSame(event);
  for (const Access& access : problem_.accessesOf(event))
    if (access.writes)
      memory_[access.location] = isAsInTrace ? access.writtenValue : kUnknown;
  for (const Span* span : released_[event])
    --holdersLike(*span);
  for (const Span* span : taken_[event])
    ++holdersLike(*span);
  const Thread thread = problem_.threadOf(event);
  ++next_[thread];
  order_.push_back(event);
  if (isDone(thread))
    releaseAll(thread);
}

} // namespace heddle::solve
