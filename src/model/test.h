// SPDX-License-Identifier: Apache-2.0
// A concurrent test of a class as a value: a prefix that builds the state, suffixes that run concurrently, and
// an epilogue that observes the resulting state. Calls name operations of the class harness by number.
// Text form: "0(1,2) 3() / 4(0) | 5()@1 / 6()": prefix / suffixes / epilogue; `@1`: on the peer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::model {

struct Call {
  std::uint16_t operation = 0;
  std::uint8_t receiver = 0; // 0: the object under test, 1: its peer
  std::vector<std::uint16_t> choices;
  bool operator==(const Call&) const = default;
};

using Sequence = std::vector<Call>;

struct Test {
  Sequence prefix; // begins with the constructor call(s)
  std::vector<Sequence> suffixes;
  Sequence epilogue;
  bool operator==(const Test&) const = default;
  bool empty() const { return prefix.empty() && suffixes.empty(); }
};

// Whether every suffix of `smaller` is a part of another suffix of `larger`, by operations: what the concurrent calls of
// `smaller` do to each other can happen in `larger`, too.
bool hasLanesOf(const Test& larger, const Test& smaller);

std::string toText(const Test& test);
Result<Test> testFromText(std::string_view text);

} // namespace heddle::model
