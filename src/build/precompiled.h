// SPDX-License-Identifier: Apache-2.0
// Every class harness first includes the same hundred standard headers. Parsing them takes a second, longer than all
// the rest, so they are precompiled once per set of flags and kept in the user's cache directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"

namespace heddle::build {

// The precompiled <heddle/detail/prelude.hpp> for sources compiled with `flags` in `directory`. Compiles it unless
// there is one that matches its headers. "" if that fails; compiling then just takes longer.
std::filesystem::path precompiledPrelude(const Toolchain& toolchain,
                                         const std::vector<std::string>& flags,
                                         const std::filesystem::path& directory,
                                         const std::filesystem::path& fallback);

} // namespace heddle::build
