// SPDX-License-Identifier: Apache-2.0
// Arguments of the front-end process; main.cpp says what they mean.
#pragma once

#include <string>
#include <vector>

#include "frontend/subject_reader.h"
#include "support/result.h"

namespace heddle::frontend {

struct Options {
  SubjectRequest request;
  std::string out;
  bool verify = false;
  struct Unlinked {
    std::size_t operation;
    std::string symbol; // that is not defined
  };
  std::vector<Unlinked> unlinked;
};

Result<Options> parseOptions(const std::vector<std::string>& arguments);

} // namespace heddle::frontend
