// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/execution_trace.h"

namespace heddle::trace {

// Index into Locations.
using LocationIndex = std::uint32_t;

// Memory in pieces that no access of the trace divides: two accesses have a byte in common exactly if they cover a
// common location. In C++ variables are not enough: a copy covers several, and the members of a union overlap.
class Locations {
public:
  explicit Locations(const ExecutionTrace& trace);

  LocationIndex count() const {
    return begins_.empty() ? 0 : static_cast<LocationIndex>(begins_.size() - 1);
  }
  std::uintptr_t address(LocationIndex location) const { return bounds_[location]; }
  std::uintptr_t end(LocationIndex location) const { return bounds_[location + 1]; }
  // Sorted by time. Empty for the memory between two variables.
  std::span<const EventIndex> accesses(LocationIndex location) const {
    return std::span(accesses_).subspan(begins_[location],
                                        begins_[location + 1] - begins_[location]);
  }

  // What an access covers: [first, last).
  struct Range {
    LocationIndex first, last;
  };
  Range of(const ExecutionTrace& trace, EventIndex event) const;

private:
  std::vector<std::uintptr_t> bounds_; // where locations begin and end
  std::vector<std::size_t> begins_;    // by location: where its accesses begin; one more at the end
  std::vector<EventIndex> accesses_;
};

} // namespace heddle::trace
