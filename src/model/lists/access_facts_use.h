// SPDX-License-Identifier: Apache-2.0
// How the strategy `values` uses static analysis.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

// When the program is analysed.
enum class FactsUse : std::uint8_t {
  Never,
  Late,  // when the search has lasted longer than the analysis of a usual program
  First, // before the search
};
template <>
struct EnumNames<FactsUse> {
  static constexpr std::array<std::string_view, 3> kNames = {"never", "late", "first"};
};

// The filters that remove pairs of accesses (Chen, chapter 4). Each can be switched off, for measurements.
enum class PairFilter : std::uint8_t {
  Alias,        // the two accesses may refer to the same memory
  Escape,       // a second thread can know the memory
  CommonLock,   // they do not both hold the same lock
  RelativeLock, // nor the lock of the object that they access
  ThreadOrder,  // creating and joining threads does not order them
};
template <>
struct EnumNames<PairFilter> {
  static constexpr std::array<std::string_view, 5> kNames = {
      "alias", "escape", "common-lock", "relative-lock", "thread-order"};
};

} // namespace heddle::model
