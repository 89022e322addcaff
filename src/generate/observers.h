// SPDX-License-Identifier: Apache-2.0
// Calls that look at what a test left behind: its epilogue.
#pragma once

#include <cstdint>
#include <vector>

#include "calls/behaviour.h"
#include "calls/dependencies.h"

namespace heddle::generate {

class Observers {
public:
  Observers() = default;
  // Of `calls` those that never blocked or failed alone, whose results can be compared and were seen to differ.
  Observers(const std::vector<calls::CallId>& calls,
            const calls::CallCatalogue& catalogue,
            const calls::Behaviour& behaviour);

  // At most six of them for a test: calls that change nothing first, const ones before others; when there are few, also
  // calls that take things out. Whatever reads what a concurrent call writes comes before the rest.
  calls::Path chosenFor(const std::vector<calls::Path>& suffixes,
                        const calls::CallCatalogue& catalogue,
                        const calls::Dependencies& dependencies) const;

private:
  std::vector<calls::CallId> observers_; // const ones first
  std::vector<calls::CallId> takers_;
};

// Runs calls on the object of `path` as it is after each of the others, as far as these write what they read: what
// differs from state to state can be observed.
void surveyResults(const calls::Path& path,
                   std::uint64_t state,
                   const std::vector<calls::CallId>& calls,
                   const calls::CallCatalogue& catalogue,
                   const calls::Dependencies& dependencies,
                   calls::Behaviour& behaviour);

} // namespace heddle::generate
