// SPDX-License-Identifier: Apache-2.0
// Which orders of accesses explain a failure.
#pragma once

#include <vector>

#include "explain/names.h"
#include "explain/places.h"
#include "explain/steps.h"
#include "model/finding.h"
#include "model/trace.h"

namespace heddle::explain {

// At most three, the most convincing kind alone; none when no order stands out. `list` has the steps of the trace and none that were
// added.
std::vector<model::OrderedPair> explainingPairs(const model::Trace& trace,
                                                const StepList& list,
                                                const std::vector<model::ThreadState>& threads,
                                                const ObjectTable& objects);

// What the thread that used freed memory knew of it. None when the trace does not show where it got the pointer.
std::vector<model::OrderedPair> freedPair(const model::Trace& trace,
                                          const Places& places,
                                          const Names& names,
                                          const model::SourcePlace& use,
                                          ObjectTable& objects);

} // namespace heddle::explain
