// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/access_trace.h"

namespace heddle::explore {

// One access of a pattern: who makes it, and which of its trace it is.
struct PatternStep {
  unsigned lane; // 0 or 1: of the two traces
  std::uint32_t access;
  bool operator==(const PatternStep&) const = default;
};

// An order of three or four accesses that no serial order of the two calls has.
struct AccessPattern {
  unsigned row; // 4..17: of the table in access_patterns.cpp
  unsigned length;
  PatternStep steps[4];
  std::uint64_t key = 0; // the same for the same row at the same sites, whatever the addresses
};

// The unserialisable patterns that the two lanes can show, each combination of sites once, infeasible ones left out,
// those over one variable first. At most `most`.
std::vector<AccessPattern>
predictPatterns(const LaneTrace& one, const LaneTrace& other, std::size_t most);

// False when a lock that is held over two steps keeps out a step between them.
bool isFeasible(const AccessPattern& pattern, const LaneTrace& one, const LaneTrace& other);

} // namespace heddle::explore
