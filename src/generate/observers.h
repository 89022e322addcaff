// SPDX-License-Identifier: Apache-2.0
// Calls that observe the final state of a test: its epilogue.
#pragma once

#include <cstdint>
#include <vector>

#include "calls/behaviour.h"
#include "calls/dependencies.h"

namespace heddle::generate {

class Observers {
public:
  Observers() = default;
  // Keeps those of `calls` that never blocked or failed alone and whose results can be compared and were seen to
  // differ.
  Observers(const std::vector<calls::CallId>& calls,
            const calls::CallCatalogue& catalogue,
            const calls::Behaviour& behaviour);

  // At most six of them for a test: first calls that do not change anything, const ones before others; if there are
  // few, also calls that take things out. Calls that read what a concurrent call writes come before the rest.
  calls::Path chosenFor(const std::vector<calls::Path>& suffixes,
                        const calls::CallCatalogue& catalogue,
                        const calls::Dependencies& dependencies) const;

private:
  std::vector<calls::CallId> observers_; // const ones first
  std::vector<calls::CallId> takers_;
};

// Runs calls on the object of `path` in the state after each of the others, if those write what they read. Results that
// differ from state to state can be observed.
void surveyResults(const calls::Path& path,
                   std::uint64_t state,
                   const std::vector<calls::CallId>& calls,
                   const calls::CallCatalogue& catalogue,
                   const calls::Dependencies& dependencies,
                   calls::Behaviour& behaviour);

} // namespace heddle::generate
