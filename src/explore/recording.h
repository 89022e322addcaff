// SPDX-License-Identifier: Apache-2.0
// The last execution as a value.
#pragma once

#include "model/schedule.h"

namespace heddle::explore {

// Who ran when in the execution just run.
model::Schedule recordedSchedule();

// As preemptions(recordedSchedule()), without building it.
unsigned recordedPreemptions();

} // namespace heddle::explore
