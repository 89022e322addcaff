// SPDX-License-Identifier: Apache-2.0
// Calls that look at what a test left behind: its epilogue.
#pragma once

#include <cstdint>
#include <vector>

#include "synthesize/behaviour.h"
#include "synthesize/dependencies.h"

namespace heddle::synthesize {

class Observers {
public:
  Observers() = default;
  // Of `calls` those that never blocked or failed alone, whose results can be compared and were seen to differ.
  Observers(const std::vector<CallId>& calls,
            const CallCatalogue& catalogue,
            const Behaviour& behaviour);

  // At most six of them for a test: calls that change nothing first, const ones before others; when there are few, also
  // calls that take things out. Whatever reads what a concurrent call writes comes before the rest.
  Path chosenFor(const std::vector<Path>& suffixes,
                 const CallCatalogue& catalogue,
                 const Dependencies& dependencies) const;

private:
  std::vector<CallId> observers_; // const ones first
  std::vector<CallId> takers_;
};

// Runs calls on the object of `path` as it is after each of the others, as far as these write what they read: what
// differs from state to state can be observed.
void surveyResults(const Path& path,
                   std::uint64_t state,
                   const std::vector<CallId>& calls,
                   const CallCatalogue& catalogue,
                   const Dependencies& dependencies,
                   Behaviour& behaviour);

} // namespace heddle::synthesize
