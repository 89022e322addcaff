// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "examine/observation.h"

namespace heddle::examine {

// How each call of a test ended, over many executions.
class ResultSets {
public:
  void add(const Observation& observation);
  // Only the calls of const methods.
  void addConst(const Observation& observation);

  bool empty() const { return endings_.empty(); }

  // The calls that ended in some way in `other` in which they never ended here.
  CallPlaces newIn(const ResultSets& other) const;

private:
  void add(const ObservedCall& call);

  std::unordered_map<CallPlace, std::unordered_set<std::uint64_t>> endings_;
};

} // namespace heddle::examine
