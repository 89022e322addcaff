// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "examine/examiner.h"
#include "model/completeness.h"
#include "model/test.h"
#include "support/check.h"

namespace heddle::check {

// What tests did with each operation of the class.
class OperationTests {
public:
  explicit OperationTests(std::size_t operations) : uses_(operations) {}

  // `isWidened`: no claim is made about the results of the test.
  void
  add(const model::Test& test, const examine::Examination& examination, bool isWidened = false);

  struct Use {
    std::uint64_t tests = 0;         // with a concurrent call of it
    std::uint64_t testsReturned = 0; // of these: such a call returned in an execution
    model::NotComparedCounts notCompared{};
  };
  const Use& of(std::size_t operation) const {
    HEDDLE_CHECK(operation < uses_.size()) << "operation " << operation << " of " << uses_.size();
    return uses_[operation];
  }

private:
  std::vector<Use> uses_;
};

} // namespace heddle::check
