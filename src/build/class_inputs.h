// SPDX-License-Identifier: Apache-2.0
// Checks the inputs of the commands about a class before anything runs.
#pragma once

#include <optional>
#include <string>

#include "model/finding.h"
#include "model/run_result.h"

namespace heddle::build {

// What is wrong with the files and the class that `command` received.
std::optional<model::Diagnostic> checkClassInputs(const model::Program& program,
                                                  const std::string& command);

// "<vector>"
bool isSystemHeader(const std::string& file);

// Adds the library of system headers that need one and are always linked the same way.
void addKnownLibrary(model::Program& program);

} // namespace heddle::build
