// SPDX-License-Identifier: Apache-2.0
// Schedules near a given one. None is sure to be feasible: replaying it shows what it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/schedule.h"

namespace heddle::explore {

// Positions of the segments that end with a preemption.
std::vector<std::size_t> preemptedSegments(const model::Schedule& schedule);

// Do not switch away after these segments (ascending): what their threads do next is done at once, or
// what they did is put off until they go on, so that each thread's count of events stays the same.
model::Schedule continuedAtOnce(const model::Schedule& schedule,
                                const std::vector<std::size_t>& segments);
model::Schedule putOff(const model::Schedule& schedule, const std::vector<std::size_t>& segments);

model::Schedule withoutSegment(const model::Schedule& schedule, std::size_t segment);
// Requires another thread than main, number 0.
model::Schedule withoutThread(const model::Schedule& schedule, std::uint16_t thread);

} // namespace heddle::explore
