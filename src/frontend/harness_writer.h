// SPDX-License-Identifier: Apache-2.0
// The class harness: one translation unit with a thunk for each operation and their table. The compiler decides what it
// can (which types a pool can build, whether a call is allowed), see include/heddle/detail.
#pragma once

#include <string>
#include <vector>

#include "frontend/description.h"

namespace heddle::frontend {

struct HarnessText {
  std::string text;
  // For each operation, the first and last line that belong only to it, then its line in the table.
  struct Lines {
    unsigned first, last, entry;
  };
  std::vector<Lines> operations;
};

// `includes`: the #include lines of the user's headers.
HarnessText writeHarness(const SubjectDescription& subject, const std::string& includes);

} // namespace heddle::frontend
