// SPDX-License-Identifier: Apache-2.0
// The rules by which candidates are left out while tests are generated. Each can be switched off, for measurements.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

// Of call sequences, for the guide `coverage`: D1 to D3, B1 and B2 of AutoConTest, Figure 8.
enum class SequencePruning : std::uint8_t {
  Throws,          // a call that threw is not followed by others
  SameState,       // nor one that changes no state and covers nothing new
  RedundantCall,   // nor one whose sequence is redundant (Definition 5)
  BetterExtension, // once an extension covers more in the same state, no other is tried
  RedundantPrefix, // once the sequence itself has become redundant, no extension is tried
};
template <>
struct EnumNames<SequencePruning> {
  static constexpr std::array<std::string_view, 5> kNames = {
      "throws", "same-state", "redundant-call", "better-extension", "redundant-prefix"};
};

// Of candidates for a crash stack, in the order in which they are asked: ConCrash, section 3.1, after what the method
// summaries say without running anything.
enum class StackPruning : std::uint8_t {
  Static,
  Exception,
  Stack,
  Redundant,
  Interfere,
  Interleave
};
template <>
struct EnumNames<StackPruning> {
  static constexpr std::array<std::string_view, 6> kNames = {
      "static", "exception", "stack", "redundant", "interfere", "interleave"};
};

} // namespace heddle::model
