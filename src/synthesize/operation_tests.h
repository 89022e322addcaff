// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/completeness.h"
#include "model/test.h"
#include "synthesize/observation.h"

namespace heddle::synthesize {

// What tests did with each operation of the class.
class OperationTests {
public:
  explicit OperationTests(std::size_t operations) : uses_(operations) {}

  void add(const model::Test& test, const std::vector<UncomparedCall>& notCompared);

  struct Use {
    std::uint64_t tests = 0; // with a concurrent call of it
    model::NotComparedCounts notCompared{};
  };
  const Use& of(std::size_t operation) const { return uses_[operation]; }

private:
  std::vector<Use> uses_;
};

} // namespace heddle::synthesize
