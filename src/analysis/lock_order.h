// SPDX-License-Identifier: Apache-2.0
// Methods that take locks in incompatible orders.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/classes/class_summary.h"

namespace heddle::analysis {

// Two methods, each of which can hold what the other waits for (DepCon+, definition 9).
struct OppositeOrders {
  const model::DoubleLock* first = nullptr;
  const model::DoubleLock* second = nullptr;
};
std::optional<OppositeOrders> oppositeOrders(const model::MethodSummary& a,
                                             const model::MethodSummary& b);

// Three methods on one object, each of which can hold what the one before it waits for. No two of them are enough for
// the deadlock. The paper's definitions only cover pairs.
struct LockCycle {
  std::array<std::size_t, 3> methods; // indices into ClassSummary::methods
  std::array<const model::DoubleLock*, 3> orders;
};
std::vector<LockCycle> cyclesOfThree(const model::ClassSummary& summary);

// "mutex_", or a phrase for a lock that is not known.
std::string spoken(const model::Lock& lock);
// "mutex_, then other.mutex_".
std::string spoken(const model::DoubleLock& order);

} // namespace heddle::analysis
