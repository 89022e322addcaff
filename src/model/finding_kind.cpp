// SPDX-License-Identifier: Apache-2.0
#include "model/finding_kind.h"

#include <array>

namespace heddle::model {

namespace {

constexpr std::array kNames = {
    std::string_view("none"),
#define HEDDLE_FAILURE(name, text) std::string_view(text),
#include "runtime/abi/failure_kinds.def"
#undef HEDDLE_FAILURE
};

} // namespace

std::string_view toText(FindingKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kNames.size() ? kNames[index] : "none";
}

bool findingKindFromText(std::string_view text, FindingKind& kind) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] != text)
      continue;
    kind = static_cast<FindingKind>(i);
    return true;
  }
  return false;
}

} // namespace heddle::model
