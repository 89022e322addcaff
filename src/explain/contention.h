// SPDX-License-Identifier: Apache-2.0
// Which memory threads really compete for. A trace holds every access to memory that two threads touch;
// much of that only changes its owner: main fills a closure, starts a thread, the thread reads it. Such
// accesses are ordered by the start or the join of a thread in every schedule and explain nothing.
#pragma once

#include <vector>

#include "model/trace.h"

namespace heddle::explain {

// For each of trace.locations: do two threads access it, at least one of them writing (or freeing the
// block), without thread start and join alone putting the two in order?
std::vector<bool> contendedLocations(const model::Trace& trace);

} // namespace heddle::explain
