// SPDX-License-Identifier: Apache-2.0
// One recorded schedule again, with every access a point, so that it needs nothing of the search that found it.
#pragma once

#include "explore/frames.h"
#include "explore/trace_recorder.h"
#include "model/harness_protocol.h"
#include "runtime/runtime.h"

namespace heddle::harness {

// What the runtime is initialised with; standard input is the caller's business.
runtime::Options replayOptions(const model::HarnessRequest& request);

// Of a program's main, or of request.test in a class harness. `recorder`, the runtime's sink, may be null: no trace then.
int replay(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           explore::TraceRecorder* recorder,
           const explore::ModuleMap& modules);

} // namespace heddle::harness
