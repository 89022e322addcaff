// SPDX-License-Identifier: Apache-2.0
// Measures what saving and restoring the world costs, for `make bench`.
#pragma once

#include <string>

#include "runtime/runtime.h"

namespace heddle::explore {

// Runs the subject, saves a checkpoint at its last scheduling point but one, many times, resumes from it as often,
// and says in one line what each took.
std::string probeCheckpoints(const runtime::Options& options);

} // namespace heddle::explore
