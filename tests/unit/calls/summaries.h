// SPDX-License-Identifier: Apache-2.0
// Method summaries of a class, in few words.
#pragma once

#include <string>
#include <vector>

#include "model/classes/class_summary.h"

namespace heddle::calls {

inline std::vector<model::Location> locations(const std::vector<std::string>& names) {
  std::vector<model::Location> found;
  for (const std::string& name : names)
    found.push_back({.name = name});
  return found;
}

// The object's own lock.
inline model::Lock ownLock(const std::string& name) {
  return {.kind = "Machine::" + name, .path = name, .isOwn = true};
}

inline model::Lock lockOfOther(const std::string& name) {
  return {.kind = "Machine::" + name, .path = "other." + name};
}

// Of method number `method` of a MachineTable.
inline model::MethodSummary summaryOf(unsigned method,
                                      const std::vector<std::string>& reads,
                                      const std::vector<std::string>& writes,
                                      const std::vector<model::Lock>& locks = {}) {
  return {.operation = static_cast<std::uint16_t>(method + 1),
          .name = "m" + std::to_string(method),
          .reads = locations(reads),
          .writes = locations(writes),
          .locks = locks,
          .others = {},
          .doubleLocks = {},
          .unsure = {}};
}

} // namespace heddle::calls
