// SPDX-License-Identifier: Apache-2.0
// Code that the loader runs before the engine can install its filter of system calls: resolvers of indirect functions
// (IFUNC), which run during relocation, and constructors of libraries that ask to be initialised first. Nothing stops
// what such code does, so a harness that has some is not started.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::build {

// Looks at the harness and at the libraries it loads from other folders than the system's. Returns what was found, as a
// phrase for a message; "" when there is nothing. Resolvers that compilers make for target_clones only ask for the
// processor's features and do not count. `engine` is not looked at.
std::string findEarlyCode(const std::filesystem::path& harness,
                          const std::filesystem::path& engine);

} // namespace heddle::build
