// SPDX-License-Identifier: Apache-2.0
// Guides that generate one concurrent test after the other.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "generate/shapes.h"

namespace heddle::generate {

struct PlannedTest {
  calls::Path prefix;
  std::vector<calls::Path> suffixes;
  Shape shape = Shape::Pair;
};

class TestGuide {
public:
  virtual ~TestGuide() = default;

  // Nothing: there is no other test, or `stop` returned true.
  virtual std::optional<PlannedTest> next(const std::function<bool()>& stop) = 0;
  // Distinct method-call traces seen.
  virtual std::size_t callTraces() const = 0;
  // Whether there was never anything to test: the class is then checked as a whole.
  virtual bool hasNothingToTest() const { return false; }
  // Calls from which the epilogue of a test is chosen.
  virtual const std::vector<calls::CallId>& calls() const = 0;
};

} // namespace heddle::generate
