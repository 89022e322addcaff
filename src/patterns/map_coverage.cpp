// SPDX-License-Identifier: Apache-2.0
#include "patterns/map_coverage.h"

#include <algorithm>
#include <span>

#include "patterns/trace_patterns.h"

namespace heddle::patterns {

using trace::EventIndex;
using trace::LocationIndex;

namespace {

std::uint64_t addressOf(const abi::SiteRecord* site) {
  return reinterpret_cast<std::uintptr_t>(site);
}

// Only memory that several threads access, and one of them writes, has patterns.
bool canHavePatterns(const trace::ExecutionTrace& trace, std::span<const EventIndex> accesses) {
  return std::ranges::any_of(accesses,
                             [&](EventIndex event) {
                               return trace.thread(event) != trace.thread(accesses.front());
                             }) &&
         std::ranges::any_of(accesses, [&](EventIndex event) { return trace.writes(event); });
}

} // namespace

model::CoverageRecord MapCoverage::observe(const trace::ExecutionTrace& trace) {
  const bool wasFull = all_.isFull();
  const trace::Locations locations(trace);
  model::CoverageRecord added;
  noteSites(trace, locations, added);
  last_ = patternsOf(trace, locations);
  ++executions_;
  for (const std::uint64_t pattern : last_)
    if (all_.addPattern(pattern))
      added.patterns.push_back(pattern);
  added.isFull = all_.isFull() && !wasFull;
  return added;
}

void MapCoverage::noteSites(const trace::ExecutionTrace& trace,
                            const trace::Locations& locations,
                            model::CoverageRecord& added) {
  for (LocationIndex location = 0; location < locations.count(); ++location) {
    const std::span<const EventIndex> accesses = locations.accesses(location);
    if (!canHavePatterns(trace, accesses))
      continue;
    for (const EventIndex event : accesses) {
      const model::SiteUse use{.site = addressOf(trace.site(event)),
                               .reads = trace.reads(event),
                               .writes = trace.writes(event),
                               .neighbour = addressOf(trace.site(accesses.front()))};
      if (all_.addSite(use))
        added.sites.push_back(use);
    }
  }
}

const std::vector<std::uint64_t>& LastPatterns::in(const trace::ExecutionTrace& trace) {
  if (ofRun_ != nullptr)
    return ofRun_->last();
  own_ = patternsOf(trace, trace::Locations(trace));
  return own_;
}

} // namespace heddle::patterns
