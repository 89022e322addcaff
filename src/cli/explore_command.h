// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/flags.h"
#include "model/run_result.h"

namespace heddle::cli {

struct Explored {
  model::RunResult result;
  ExitCode code = ExitCode::Environment;
  std::string compilerOutput; // of a program that does not compile, unchanged
  bool complete = false; // false: the last diagnostic of `result` says what prevented an answer
};

// Builds, explores, confirms and stores; prints nothing but progress.
Explored explore(const ExploreOptions& options);

ExitCode exploreCommand(const ExploreOptions& options);

// Prints what explore() returned and passes its code on.
ExitCode printExplored(const Explored& explored, const OutputOptions& options);

} // namespace heddle::cli
