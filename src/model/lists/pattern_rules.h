// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

// The rules by which candidates for memory-access patterns are filtered: PCR, Table 2, in its order. Each can be
// switched off, for measurements.
enum class PatternRule : std::uint8_t {
  NonDefined,    // orders that do not match a row of Table 1 are not asked for
  Covered,       // nor patterns that an execution had
  HappensBefore, // nor orders that a common lock, or creating and joining threads, rules out
  OldState,      // patterns that change no value that is read, and no order of writes, come last
  Interrupted, // no access of a thread between two of its steps conflicts with the step between them
  Redundant,   // patterns over two variables that change no value that is read come last
};
template <>
struct EnumNames<PatternRule> {
  static constexpr std::array<std::string_view, 6> kNames = {
      "non-defined", "covered", "happens-before", "old-state", "interrupted", "redundant"};
};

} // namespace heddle::model
