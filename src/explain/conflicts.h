// SPDX-License-Identifier: Apache-2.0
// Which steps take part in a failure. The trace says it outright for races, deadlocks and memory
// errors. For the rest (a failed assertion, a crash) the cause is nearly always an access of one thread
// that another one's got in between: the three-access patterns of unserialisable interleavings (Lu
// et al., "AVIO", ASPLOS 2006). We look for them only around preemptions, because a minimised schedule
// has no preemption that the failure does not need.
#pragma once

#include "explain/steps.h"
#include "model/trace.h"

namespace heddle::explain {

// Sets `essential`, and `edge` where two steps are connected.
void markEssential(const model::Trace& trace, StepList& list);

} // namespace heddle::explain
