// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/flags.h"

namespace heddle::cli {

ExitCode depsCommand(const DepsOptions& options);

} // namespace heddle::cli
