// SPDX-License-Identifier: Apache-2.0
#include "model/crash_stack.h"

#include <array>

namespace heddle::model {

std::string_view toText(CrashFormat format) {
  static constexpr std::array<std::string_view, kCrashFormats> kNames = {
#define HEDDLE_CRASH_FORMAT(id, corpus, name) name,
#include "model/lists/crash_formats.def"
#undef HEDDLE_CRASH_FORMAT
  };
  const auto index = static_cast<std::size_t>(format);
  return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view toText(StackRole role) {
  static constexpr std::array<std::string_view, 7> kNames = {"crashing",
                                                             "freed by",
                                                             "allocated by",
                                                             "previous access",
                                                             "mutex created",
                                                             "thread created",
                                                             "other thread"};
  const auto index = static_cast<std::size_t>(role);
  return index < kNames.size() ? kNames[index] : "unknown";
}

} // namespace heddle::model
