// SPDX-License-Identifier: Apache-2.0
// What the commands about a class are given, judged before anything is run.
#pragma once

#include <optional>
#include <string>

#include "model/finding.h"
#include "model/run_result.h"

namespace heddle::build {

// What is wrong with the files and the class that `command` was given.
std::optional<model::Diagnostic> checkClassInputs(const model::Program& program,
                                                  const std::string& command);

// "<vector>"
bool isSystemHeader(const std::string& file);

// System headers with a library behind them that everybody links the same way.
void addKnownLibrary(model::Program& program);

} // namespace heddle::build
