// SPDX-License-Identifier: Apache-2.0
// What clients of the class promise (frontend/contract.h), as the table of the class harness says it: where in a test an
// operation may be, and which operations never run at the same time. No test may break a contract. Contracts hold for the class,
// not for each object.
#pragma once

#include <cstdint>
#include <vector>

#include "model/test.h"
#include "runtime/abi/calls.h"

namespace heddle::calls {

class Contracts {
public:
  explicit Contracts(const abi::ClassTable& table);

  bool mayBeIn(unsigned operation, std::uint8_t part) const {
    return (notIn_[operation] & part) == 0;
  }
  // In two lanes.
  bool mayOverlap(unsigned first, unsigned second) const {
    return mayBeIn(first, abi::kInLanes) && mayBeIn(second, abi::kInLanes) &&
           !excluded_[first * notIn_.size() + second];
  }
  bool allow(const model::Test& test) const;

private:
  bool allowPart(const model::Sequence& calls, std::uint8_t part) const;
  bool allowTogether(const model::Sequence& one, const model::Sequence& other) const;

  std::vector<std::uint8_t> notIn_; // by operation
  std::vector<bool> excluded_;      // by first and second operation
};

} // namespace heddle::calls
