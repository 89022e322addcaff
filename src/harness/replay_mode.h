// SPDX-License-Identifier: Apache-2.0
// One recorded schedule again, with every access a point, so that it needs nothing of the search that found it.
#pragma once

#include "explore/frames.h"
#include "model/harness_protocol.h"

namespace heddle::harness {

// Of a program's main, or of request.test in a class harness. Writes a trace if the request names a file for it.
int replay(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           const explore::ModuleMap& modules);

} // namespace heddle::harness
