// SPDX-License-Identifier: Apache-2.0
#include "examine/result_sets.h"

#include <algorithm>

#include "support/hash.h"

namespace heddle::examine {

void ResultSets::add(const ObservedCall& call) {
  if (call.hasEnded())
    endings_[call.place()].insert(
        Hasher().add(static_cast<unsigned>(call.ending)).add(call.value).value());
}

void ResultSets::add(const Observation& observation) {
  for (const ObservedCall& call : observation.calls)
    add(call);
}

void ResultSets::addConst(const Observation& observation) {
  for (const ObservedCall& call : observation.calls)
    if (call.isConst)
      add(call);
}

CallPlaces ResultSets::newIn(const ResultSets& other) const {
  CallPlaces places;
  for (const auto& [place, endings] : other.endings_) {
    auto known = endings_.find(place);
    bool allKnown =
        known != endings_.end() && std::ranges::all_of(endings, [&](std::uint64_t ending) {
          return known->second.contains(ending);
        });
    if (!allKnown)
      places.insert(place);
  }
  return places;
}

} // namespace heddle::examine
