// SPDX-License-Identifier: Apache-2.0
// Schedules similar to a given one. They need not be feasible: replaying one shows what it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/schedule.h"

namespace heddle::explore {

// Positions of the segments that end with a preemption.
std::vector<std::size_t> preemptedSegments(const model::Schedule& schedule);

// Does not switch away after these segments (ascending). What their threads do next is done immediately, or what they
// did is postponed until they continue, so that each thread's number of events stays the same.
model::Schedule continuedAtOnce(const model::Schedule& schedule,
                                const std::vector<std::size_t>& segments);
model::Schedule putOff(const model::Schedule& schedule, const std::vector<std::size_t>& segments);

model::Schedule withoutSegment(const model::Schedule& schedule, std::size_t segment);
// Requires another thread than main, number 0.
model::Schedule withoutThread(const model::Schedule& schedule, std::uint16_t thread);

} // namespace heddle::explore
