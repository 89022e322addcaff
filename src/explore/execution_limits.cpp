// SPDX-License-Identifier: Apache-2.0
// Problem: a loop that waits for another thread looks like one that never ends. How long is long enough?
// Idea: let L be the length of the longest execution that ended before the search. An execution that has taken twice as
// long waits for something, so from there on every thread gets fair turns (fairChoice in runtime/scheduler.cpp). A
// correct program then ends:
//   - What the threads still have to do takes at most L events, and each of n threads gets one event in n.
//   - Each time a lock changes hands, the other threads waste a turn, 72 events on average. That happens less often
//     than there are events: less than 72 L wasted events for each thread.
//   - A thread that makes progress only while no other runs needs an undisturbed turn of at most L events: 9 L.
//   - A back-off does not occur in executions without contention, so L says nothing about it. One that doubles is at
//     most as long as the total time the thread has waited so far; kLeastFairEvents allows for one of fixed length.
// Altogether this is less than 100 L events for each thread, on average and in the worst case. An execution is endless
// if nothing is completed, no thread and no call of a test, for twice as many events per thread. The sum of many turns
// hardly deviates from its mean: at 500,000 events a thread gets about 7,000 turns, and the probability of less than
// half of them is below exp(-800).
// Paper: fair schedules for stateless search are from Musuvathi, Qadeer, "Fair stateless model checking" (PLDI 2008).
// How we differ: their scheduler relies on yields, which many spin loops do not have; ours relies on the length of
// executions that end.
#include "explore/execution_limits.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::explore {

using runtime::Limits;

namespace {

// For short executions: distinguishes spinning from a detour.
constexpr std::uint64_t kSpinningEvents = 1000;
// Usual executions of programs are shorter than the first value, nearly all are shorter than the second.
constexpr std::uint64_t kUnknownEvents = 20'000;
constexpr std::uint64_t kLongEvents = 200'000;
constexpr std::uint64_t kFairEventsPerSerial = 200; // see above
// Allows for back-offs of a hundred thousand steps, and takes about ten milliseconds.
constexpr std::uint64_t kLeastFairEvents = 500'000;
constexpr std::uint64_t kBriefFairEvents = 20'000; // nothing depends on it
constexpr std::uint64_t kMostSoloEvents = 100'000; // usual calls take less than a thousand
// An execution may always be this many times as long as one that ended, even beyond the ceiling.
constexpr std::uint64_t kLongestSerials = 8;

std::uint64_t fairAfter(const SerialLengths& serial) {
  return serial.longest() == 0 ? kUnknownEvents : 2 * serial.longest() + kSpinningEvents;
}

Limits limitsWith(const SerialLengths& serial, std::uint64_t fairEvents, std::uint64_t ceiling) {
  HEDDLE_CHECK(ceiling > 0) << "executions may not have a single event";
  return {.fairAfterEvents = fairAfter(serial),
          .fairEventsPerThread = fairEvents,
          .maxEvents = std::max(ceiling, kLongestSerials * serial.longest())};
}

} // namespace

bool isEndless(const runtime::Outcome& outcome) {
  return outcome.kind == runtime::FailureKind::Hang ||
         outcome.kind == runtime::FailureKind::Livelock;
}

void SerialLengths::add(const runtime::Outcome& outcome, const Limits& limits) {
  someEndless_ = someEndless_ || isEndless(outcome);
  if (isEndless(outcome))
    return;
  if (!outcome.madeFair) {
    longest_ = std::max(longest_, outcome.events);
    return;
  }
  std::uint64_t before = std::min(limits.fairAfterEvents, outcome.events);
  longestFair_ = std::max(longestFair_, outcome.events - before);
  hadLongTime_ = hadLongTime_ || limits.fairAfterEvents >= kLongEvents;
}

SerialLengths SerialLengths::operator+(const SerialLengths& other) const {
  SerialLengths sum = *this;
  sum.longest_ = std::max(longest_, other.longest_);
  sum.longestFair_ = std::max(longestFair_, other.longestFair_);
  sum.hadLongTime_ = hadLongTime_ || other.hadLongTime_;
  sum.someEndless_ = someEndless_ || other.someEndless_;
  return sum;
}

Limits firstLimits(std::uint64_t ceiling) {
  HEDDLE_CHECK(ceiling > 0) << "executions may not have a single event";
  return {.fairAfterEvents = kUnknownEvents, .fairEventsPerThread = ceiling, .maxEvents = ceiling};
}

Limits warmUpLimits(const SerialLengths& serial, std::uint64_t ceiling) {
  Limits limits = limitsFrom(serial, ceiling);
  limits.fairAfterEvents =
      std::max(limits.fairAfterEvents, serial.mayBeLong() ? kLongEvents : kUnknownEvents);
  return limits;
}

Limits serialLimits(std::uint64_t ceiling) {
  return {.fairAfterEvents = kLeastFairEvents,
          .fairEventsPerThread = kLeastFairEvents,
          .maxEvents = ceiling};
}

Limits soloLimits(std::uint64_t ceiling) {
  return {.fairAfterEvents = kUnknownEvents,
          .fairEventsPerThread = kMostSoloEvents,
          .maxEvents = std::min(ceiling, kMostSoloEvents)};
}

Limits limitsFrom(const SerialLengths& serial, std::uint64_t ceiling) {
  return limitsWith(
      serial, std::max(kLeastFairEvents, kFairEventsPerSerial * serial.longest()), ceiling);
}

Limits briefLimitsFrom(const SerialLengths& serial, std::uint64_t ceiling) {
  return limitsWith(serial, std::max(kBriefFairEvents, serial.longest()), ceiling);
}

Limits replayLimits(const model::Schedule& schedule, bool endless, std::uint64_t ceiling) {
  std::uint64_t events = model::events(schedule);
  return {.fairAfterEvents = Limits::kNoLimit,
          .fairEventsPerThread = Limits::kNoLimit,
          .maxEvents = endless ? events : std::max(ceiling, 2 * events)};
}

} // namespace heddle::explore
