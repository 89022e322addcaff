// SPDX-License-Identifier: Apache-2.0
// A schedule as a value: which thread runs for how many events, and how every other choice was made. It is independent of which
// events were scheduling points when it was recorded, so it replays in a process that knows nothing of the
// exploration.
//
// Text form, version 2: one stream of decisions in order of time, one word each. "1:7!" lets thread 1 run for 7 events;
// `!` marks a preemption. The picks made during that time follow it: "w2" wakes thread 2 where several wait.
//     0:12 1:7! w2 0:3
// In version 1 all picks were at the end. Replay consumes picks in order, so both versions read alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::model {

// Mirrors runtime::ChoiceKind.
enum class PickKind : std::uint8_t { Waiter };

// A choice other than which thread runs.
struct Pick {
  PickKind kind = PickKind::Waiter;
  std::uint16_t value = 0; // Waiter: the thread that is woken
  bool operator==(const Pick&) const = default;
};

struct Segment {
  std::uint16_t thread = 0;
  std::uint32_t events = 0;     // events the thread enters before it is switched away
  bool preempted = false;       // it was still enabled then
  std::vector<Pick> picks = {}; // made during the segment, in order of time
  bool operator==(const Segment&) const = default;
};

struct Schedule {
  std::vector<Segment> segments;
  bool operator==(const Schedule&) const = default;
};

unsigned preemptions(const Schedule& schedule);
std::uint64_t events(const Schedule& schedule);
std::string toText(const Schedule& schedule);
Result<Schedule> scheduleFromText(std::string_view text);

} // namespace heddle::model
