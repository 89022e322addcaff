// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::cli {

// The program's exit status; documented in docs/guide.md.
enum class ExitCode : std::uint8_t {
  NothingFound = 0,
  Found = 1,
  Usage = 2, // bad flags, missing file, the program does not compile
  Environment =
      3, // this machine lacks something, the program uses what is not modelled, or there is nothing to test
  OwnBug = 70,
  Interrupted = 130,
};

} // namespace heddle::cli
