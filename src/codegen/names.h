// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::codegen {

inline constexpr std::string_view kPeerName = "other";

// `name` with a capital first letter, snake_case joined: "push_back" -> "PushBack". Operators by word: "operator=="
// -> "Equal".
std::string camelCase(std::string_view name);

// `$0` and `$1` replaced by the names of the objects, `$n` by `number`.
std::string withNames(std::string_view source, std::string_view object, unsigned number);

} // namespace heddle::codegen
