// SPDX-License-Identifier: Apache-2.0
// Measures what saving and restoring the world costs, for `make bench`.
#pragma once

#include <string>

#include "runtime/runtime.h"

namespace heddle::explore {

// Runs the subject, saves a checkpoint at its second-to-last scheduling point many times, resumes from it as often,
// and reports in one line how long each took.
std::string probeCheckpoints(const runtime::Options& options);

} // namespace heddle::explore
