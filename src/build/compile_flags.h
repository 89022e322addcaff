// SPDX-License-Identifier: Apache-2.0
// The flags that heddle itself compiles with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"

namespace heddle::build {

// In front of the user's flags.
std::vector<std::string> baseFlags(bool isC);
// Behind them.
std::vector<std::string> lastFlags();
std::string pluginFlag(const Toolchain& toolchain);

// How a class harness is parsed and compiled: the user's flags between heddle's own.
std::vector<std::string> harnessFlags(const std::vector<std::string>& own);

bool isCSource(const std::filesystem::path& file);
bool isSource(const std::filesystem::path& file);

} // namespace heddle::build
