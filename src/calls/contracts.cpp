// SPDX-License-Identifier: Apache-2.0
#include "calls/contracts.h"

#include <algorithm>
#include <span>

#include "support/check.h"

namespace heddle::calls {

Contracts::Contracts(const abi::ClassTable& table)
    : excluded_(std::size_t{table.operationCount} * table.operationCount) {
  for (const abi::Operation& operation : std::span(table.operations, table.operationCount))
    notIn_.push_back(operation.notIn);
  for (const abi::Exclusion& pair : std::span(table.exclusions, table.exclusionCount)) {
    HEDDLE_CHECK(pair.first < notIn_.size() && pair.second < notIn_.size())
        << "a contract of operations " << pair.first << " and " << pair.second << " of "
        << notIn_.size();
    excluded_[pair.first * notIn_.size() + pair.second] = true;
    excluded_[pair.second * notIn_.size() + pair.first] = true;
  }
}

bool Contracts::allowPart(const model::Sequence& calls, std::uint8_t part) const {
  return std::ranges::all_of(
      calls, [&](const model::Call& call) { return mayBeIn(call.operation, part); });
}

bool Contracts::allowTogether(const model::Sequence& one, const model::Sequence& other) const {
  return std::ranges::all_of(one, [&](const model::Call& first) {
    return std::ranges::all_of(other, [&](const model::Call& second) {
      return mayOverlap(first.operation, second.operation);
    });
  });
}

bool Contracts::allow(const model::Test& test) const {
  if (!allowPart(test.prefix, abi::kInPrefix) || !allowPart(test.epilogue, abi::kInEpilogue))
    return false;
  for (std::size_t i = 0; i < test.suffixes.size(); ++i) {
    if (!allowPart(test.suffixes[i], abi::kInLanes))
      return false;
    for (std::size_t k = i + 1; k < test.suffixes.size(); ++k)
      if (!allowTogether(test.suffixes[i], test.suffixes[k]))
        return false;
  }
  return true;
}

} // namespace heddle::calls
