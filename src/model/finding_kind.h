// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::model {

// The kinds of finding, with the names the CLI and JSON use (runtime/abi/failure_kinds.def).
enum class FindingKind : std::uint8_t {
  None,
#define HEDDLE_FAILURE(name, text) name,
#include "runtime/abi/failure_kinds.def"
#undef HEDDLE_FAILURE
};
std::string_view toText(FindingKind kind);
// Whether the execution was ended because it took too long.
constexpr bool isEndless(FindingKind kind) {
  return kind == FindingKind::Hang || kind == FindingKind::Livelock;
}
bool findingKindFromText(std::string_view text, FindingKind& kind);

} // namespace heddle::model
