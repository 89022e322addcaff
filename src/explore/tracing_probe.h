// SPDX-License-Identifier: Apache-2.0
// Measures what tracing costs, for `make bench`.
#pragma once

#include <string>

#include "runtime/runtime.h"

namespace heddle::explore {

// Runs the same random executions of the subject untraced, traced, and traced with the views that prediction needs, and
// reports in one line how many executions per second there were of each.
std::string probeTracing(const runtime::Options& options);

} // namespace heddle::explore
