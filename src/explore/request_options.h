// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/harness_protocol.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// How a request wants executions to run while exploring; standard input is the caller's business.
runtime::Options optionsOf(const model::HarnessRequest& request);

} // namespace heddle::explore
