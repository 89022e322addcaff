// SPDX-License-Identifier: Apache-2.0
// Executes one recorded schedule again, with every access a scheduling point, so that it does not depend on the search
// that found it.
#pragma once

#include "explore/frames.h"
#include "model/harness_protocol.h"

namespace heddle::harness {

// Replays a program's main, or request.replay.test in a class harness. Writes a trace if the request names a file for it.
int replay(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           const explore::ModuleMap& modules);

} // namespace heddle::harness
