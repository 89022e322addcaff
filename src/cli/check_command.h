// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/search.h"

namespace heddle::cli {

// Parses, builds, generates and explores tests, confirms and stores; prints nothing but progress.
Explored check(const CheckOptions& options);

ExitCode checkCommand(const CheckOptions& options);

} // namespace heddle::cli
