// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::model {

// Which execution of the search showed something first. Each job of a check numbers its own tests.
struct Position {
  std::uint64_t test = 0;      // from 1; 0: a program, which has no tests
  std::uint64_t execution = 0; // of the search of that test or program, from 1; 0: none
  bool operator==(const Position&) const = default;
};

} // namespace heddle::model
