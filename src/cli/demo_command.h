// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/flags.h"

namespace heddle::cli {

ExitCode demoCommand(const DemoOptions& options);

} // namespace heddle::cli
