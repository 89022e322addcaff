// SPDX-License-Identifier: Apache-2.0
#include "trace/locations.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::trace {

namespace {

std::vector<std::uintptr_t> boundsOf(const ExecutionTrace& trace) {
  std::vector<std::uintptr_t> bounds;
  for (EventIndex event = 0; event < trace.length(); ++event) {
    if (!trace.isAccess(event) || trace.size(event) == 0)
      continue;
    bounds.push_back(trace.address(event));
    bounds.push_back(trace.address(event) + trace.size(event));
  }
  std::ranges::sort(bounds);
  auto [first, last] = std::ranges::unique(bounds);
  bounds.erase(first, last);
  return bounds;
}

} // namespace

Locations::Locations(const ExecutionTrace& trace) : bounds_(boundsOf(trace)) {
  begins_.resize(bounds_.size());
  for (EventIndex event = 0; event < trace.length(); ++event)
    for (auto [at, last] = of(trace, event); at < last; ++at)
      ++begins_[at + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i)
    begins_[i] += begins_[i - 1];
  accesses_.resize(begins_.empty() ? 0 : begins_.back());
  HEDDLE_CHECK(bounds_.size() != 1) << "memory with a beginning and no end";
  std::vector<std::size_t> next = begins_;
  for (EventIndex event = 0; event < trace.length(); ++event)
    for (auto [at, last] = of(trace, event); at < last; ++at)
      accesses_[next[at]++] = event;
}

Locations::Range Locations::of(const ExecutionTrace& trace, EventIndex event) const {
  if (!trace.isAccess(event) || trace.size(event) == 0)
    return {.first = 0, .last = 0};
  std::uintptr_t address = trace.address(event);
  auto first = std::ranges::lower_bound(bounds_, address);
  auto last = std::lower_bound(first, bounds_.end(), address + trace.size(event));
  return {.first = static_cast<LocationIndex>(first - bounds_.begin()),
          .last = static_cast<LocationIndex>(last - bounds_.begin())};
}

} // namespace heddle::trace
