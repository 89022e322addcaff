// SPDX-License-Identifier: Apache-2.0
// What each thread was doing when the execution ended.
#pragma once

#include <vector>

#include "explain/names.h"
#include "explain/places.h"
#include "explain/steps.h"
#include "model/finding.h"
#include "model/trace.h"

namespace heddle::explain {

// Every thread seen in the trace, with the function it runs. Deadlocked threads come first (those that only join others
// last), each with what it waits for and what it holds itself; for other failures the failing thread comes first.
std::vector<model::ThreadState> buildThreadStates(const model::Trace& trace,
                                                  const Places& places,
                                                  const Names& names,
                                                  ObjectTable& objects);

} // namespace heddle::explain
