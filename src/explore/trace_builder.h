// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "explore/frames.h"
#include "model/trace.h"
#include "trace/execution_trace.h"

namespace heddle::explore {

// The execution just run, whose trace is `trace`, as a value. Must be called before the next execution. `signature`
// names the failure if there are several; 0: the one that ended the execution.
model::Trace buildTrace(const trace::ExecutionTrace& trace,
                        const ModuleMap& modules,
                        const runtime::Outcome& outcome,
                        std::uint64_t signature);

} // namespace heddle::explore
