// SPDX-License-Identifier: Apache-2.0
// A schedule as a value: who runs for how many events. It is independent of which events were
// scheduling points when it was recorded, so it replays in a process that knows nothing of the
// exploration. Text form: "0:12 1:7! 0:3 w2", one word per decision in order of time within its kind;
// `!` marks a preemption, `wN` says that thread N was woken where several waited.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::model {

struct Segment {
  std::uint16_t thread = 0;
  std::uint32_t events = 0; // events the thread enters before it is switched away
  bool preempted = false;   // it was still enabled then
  bool operator==(const Segment&) const = default;
};

struct Schedule {
  std::vector<Segment> segments;
  std::vector<std::uint16_t> wakes;
  bool operator==(const Schedule&) const = default;
};

unsigned preemptions(const Schedule& schedule);
std::string toText(const Schedule& schedule);
Result<Schedule> scheduleFromText(std::string_view text);

} // namespace heddle::model
