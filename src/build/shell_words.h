// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::build {

// Splits as a POSIX shell would, without expansion: blanks separate, quotes and backslashes protect.
Result<std::vector<std::string>> splitShellWords(std::string_view text);

// The words as one line that a shell splits into the same words again.
std::string joinShellWords(const std::vector<std::string>& words);

} // namespace heddle::build
