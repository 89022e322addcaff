// SPDX-License-Identifier: Apache-2.0
// The flags that heddle itself compiles with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"

namespace heddle::build {

// Precede the user's flags.
std::vector<std::string> baseFlags(bool isC);
// Follow the user's flags.
std::vector<std::string> lastFlags();
std::string pluginFlag(const Toolchain& toolchain);

// The flags for parsing and compiling a class harness: the user's flags between heddle's own.
std::vector<std::string> harnessFlags(const std::vector<std::string>& own);

bool isCSource(const std::filesystem::path& file);
bool isSource(const std::filesystem::path& file);

} // namespace heddle::build
