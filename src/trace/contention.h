// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "trace/happens_before.h"
#include "trace/locations.h"

namespace heddle::trace {

// The locations where schedules can differ: at least two threads access them, one of them writes, and creating and
// joining threads alone does not order the two. `order` is HappensBefore::Order::CreateJoin. Sorted by address.
std::vector<LocationIndex> contendedLocations(const ExecutionTrace& trace,
                                              const Locations& locations,
                                              const HappensBefore& order);

} // namespace heddle::trace
