// SPDX-License-Identifier: Apache-2.0
#include "solve/write_index.h"

#include <algorithm>

#include "support/hash.h"

namespace heddle::solve {

namespace {

std::uint64_t keyOf(Location location, std::uint64_t value) {
  return Hasher().add(location).add(value).value();
}

} // namespace

WriteIndex::WriteIndex(const OrderProblem& problem) : writes_(problem.locationCount()) {
  for (Event event = 0; event < problem.size(); ++event)
    for (const Access& access : problem.accessesOf(event)) {
      if (!access.writes)
        continue;
      const Thread thread = problem.threadOf(event);
      std::vector<OfThread>& all = writes_[access.location];
      auto own = std::ranges::find(all, thread, &OfThread::thread);
      if (own == all.end())
        own = all.insert(all.end(), {.thread = thread, .writes = {}});
      own->writes.push_back({.event = event, .value = access.writtenValue});
      byValue_[keyOf(access.location, access.writtenValue)].push_back(event);
    }
}

std::span<const Event> WriteIndex::writersOf(Location location, std::uint64_t value) const {
  const auto found = byValue_.find(keyOf(location, value));
  if (found == byValue_.end())
    return {};
  return found->second;
}

} // namespace heddle::solve
