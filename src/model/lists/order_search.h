// SPDX-License-Identifier: Apache-2.0
// Choices of the strategies that look for other orders of the events of an execution.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

// What is kept of a question about an order that cannot happen, so that others need not be asked.
enum class Learning : std::uint8_t {
  None,
  Core,    // the edges of the question that are needed (PCR, Algorithm 4)
  Clauses, // these, as general as program order allows
};
template <>
struct EnumNames<Learning> {
  static constexpr std::array<std::string_view, 3> kNames = {"none", "core", "clauses"};
};

enum class OrderEngine : std::uint8_t { Graph, Z3 };
template <>
struct EnumNames<OrderEngine> {
  static constexpr std::array<std::string_view, 2> kNames = {"graph", "z3"};
};

} // namespace heddle::model
