// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// The readable form of a mangled function, variable or type; `name` itself when it is not mangled.
std::string demangled(std::string_view name);

} // namespace heddle
