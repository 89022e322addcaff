// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::crash {

bool isMangled(std::string_view name);

// What `name` means in the Itanium ABI, without the suffix of a clone (`.cold`, `.isra.0`) or a symbol version;
// `name` itself if it is not mangled. A mangled name can be exponentially shorter than its text: one
// with many back references is reduced to the outline of its scopes, without any arguments.
std::string demangled(std::string_view name);

} // namespace heddle::crash
