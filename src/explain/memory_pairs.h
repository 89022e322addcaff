// SPDX-License-Identifier: Apache-2.0
// Orders of reads and writes that explain a failure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "explain/paired_steps.h"

namespace heddle::explain {

// What the failure depends on.
struct Decision {
  std::optional<std::uint16_t> thread; // that failed; none when several threads are part of it
  // Location -> the last step that read it and that the failure may depend on. None: any access may matter.
  std::optional<std::map<std::uint32_t, std::size_t>> reads;

  bool dependsOn(std::uint32_t location, std::size_t step) const {
    if (!reads)
      return true;
    const auto found = reads->find(location);
    return found != reads->end() && found->second >= step;
  }
};

// At most two pairs, in the order in which they happened; none when no order stands out.
std::vector<model::OrderedPair> memoryPairs(const PairedSteps& steps, const Decision& decision);

} // namespace heddle::explain
