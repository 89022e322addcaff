// SPDX-License-Identifier: Apache-2.0
// Code that the loader runs before the engine can install its filter of system calls: resolvers of indirect functions
// (IFUNC), which run during relocation, and constructors of libraries that request to be initialised first. Nothing
// stops what such code does, so a harness that contains such code is not started.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::build {

// Checks the harness and the libraries that it loads from folders other than the system's. Returns what was found, as a
// phrase for a message; "" if there is nothing. Resolvers that compilers generate for target_clones only query the
// processor's features and do not count. `engine` is not checked.
std::string findEarlyCode(const std::filesystem::path& harness,
                          const std::filesystem::path& engine);

} // namespace heddle::build
