// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

// The kinds of finding, with the names the CLI and JSON use (runtime/abi/failure_kinds.def).
enum class FindingKind : std::uint8_t {
  None,
#define HEDDLE_FAILURE(name, text) name,
#include "runtime/abi/failure_kinds.def"
#undef HEDDLE_FAILURE
};
template <>
struct EnumNames<FindingKind> {
  static constexpr std::array kNames = {
      std::string_view("none"),
#define HEDDLE_FAILURE(name, text) std::string_view(text),
#include "runtime/abi/failure_kinds.def"
#undef HEDDLE_FAILURE
  };
};
constexpr std::string_view toText(FindingKind kind) {
  return nameOf(kind);
}
// Whether the execution was ended because it took too long.
constexpr bool isEndless(FindingKind kind) {
  return kind == FindingKind::Hang || kind == FindingKind::Livelock;
}

} // namespace heddle::model
