// SPDX-License-Identifier: Apache-2.0
// The C++ source of a test's calls: written by a class harness in Describe mode, because only the harness knows
// what its numbers stand for. Calls are in the places they have in the Test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::model {

// For each call: statements that set up its arguments, one per line, then the call without `;`. `$0` and `$1` stand
// for the object under test and its peer (runtime/abi/calls.h, Operation::write).
using SequenceSource = std::vector<std::string>;

struct TestSource {
  static constexpr int kVersion = 1;

  SequenceSource prefix;
  std::vector<SequenceSource> suffixes;
  SequenceSource epilogue;
  bool operator==(const TestSource&) const = default;
};

std::string toText(const TestSource& source);
Result<TestSource> testSourceFromText(std::string_view text);

} // namespace heddle::model
