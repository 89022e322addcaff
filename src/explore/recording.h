// SPDX-License-Identifier: Apache-2.0
// The last execution as a value.
#pragma once

#include <cstdint>

#include "model/schedule.h"

namespace heddle::explore {

// Which thread ran when in the execution just run.
model::Schedule recordedSchedule();

// Like preemptions(recordedSchedule()), without building the schedule.
unsigned recordedPreemptions();

// The same for equal schedules, without building the schedule.
std::uint64_t recordedHash();

} // namespace heddle::explore
