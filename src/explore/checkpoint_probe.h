// SPDX-License-Identifier: Apache-2.0
// Measures what saving and restoring the world costs, for `make bench`.
#pragma once

#include <string>

namespace heddle::explore {

// Runs the subject, saves a checkpoint at its last scheduling point but one, many times, resumes from it as often,
// and says in one line what each took.
std::string probeCheckpoints();

} // namespace heddle::explore
