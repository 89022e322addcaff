// SPDX-License-Identifier: Apache-2.0
#include "examine/observation.h"

#include "support/hash.h"

namespace heddle::examine {

std::uint64_t keyOf(const Observation& observation, const CallPlaces& leftOut) {
  std::uint64_t sum = observation.isBlocked() ? 1 : observation.exitedEarly ? 2 : 0;
  for (const ObservedCall& call : observation.calls) {
    if (!call.hasEnded())
      continue;
    Hasher hasher;
    hasher.add(call.place());
    if (leftOut.empty() || !leftOut.contains(call.place()))
      hasher.add(static_cast<unsigned>(call.ending)).add(call.value);
    sum += hasher.value(); // in whatever order they began
  }
  return mixBits(sum);
}

} // namespace heddle::examine
