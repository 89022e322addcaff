// SPDX-License-Identifier: Apache-2.0
// What an author would have to change to get rid of a failure. Failures with the same cause are one finding
// (explain/root_causes.h); the others are counted under it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/finding_kind.h"

namespace heddle::model {

struct RootCause {
  std::vector<std::string> variables; // and locks, by the names of the user's source; sorted
  std::vector<std::string> methods;   // to blame; sorted; "" for code that no call of the test runs
  std::vector<std::string> unlocked;  // of these: they access a variable without any lock
  std::vector<std::string> raced;     // variables of all data races of the execution; sorted
  bool operator==(const RootCause&) const = default;
};

// Another failure with the same cause.
struct Consequence {
  FindingKind kind = FindingKind::None;
  std::vector<std::string> methods; // that ran concurrently
  std::vector<std::string> variables;
  std::uint64_t seen = 1;
  bool operator==(const Consequence&) const = default;
};

} // namespace heddle::model
