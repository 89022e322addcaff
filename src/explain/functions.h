// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::explain {

// A function's name as a person would say it: demangled, no result type, no arguments when they are
// long, `lambda in main` for what the compiler calls `main::$_0::operator()() const`.
std::string readableFunction(std::string_view name);

// A readable name without any arguments, for places with little room.
std::string shortFunction(std::string_view readable);

} // namespace heddle::explain
