// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/search.h"

namespace heddle::cli {

// Builds, explores, confirms and stores; prints nothing but progress.
Explored explore(const ExploreOptions& options);

ExitCode exploreCommand(const ExploreOptions& options);

} // namespace heddle::cli
