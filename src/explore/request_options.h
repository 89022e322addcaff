// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/harness_protocol.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// How a request wants executions to run while exploring; the caller handles standard input.
runtime::Options optionsOf(const model::HarnessRequest& request);
// `input`: what the subject reads from standard input, if the request names a file for it. Outlives the process options.
runtime::ProcessOptions processOptionsOf(const model::HarnessRequest& request,
                                         const std::string& input);

} // namespace heddle::explore
