// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "calls/sequence_runner.h"
#include "support/check.h"

namespace heddle::calls {

// A call sequence chosen by the guide, with what its calls did when it was run: beta of AutoConTest.
struct CallSequence {
  struct Step {
    CallId call;
    SoloCall observation;
    bool improves; // covers a method-call trace that no earlier sequence and no earlier step covers
  };

  Path root; // makes the object
  std::uint64_t rootState = 0;
  std::vector<Step> steps;
  std::size_t improvement = 0; // method-call traces newly covered

  // The calls before step `i`.
  Path before(std::size_t i) const {
    HEDDLE_CHECK(i <= steps.size()) << "step " << i << " of a sequence with " << steps.size();
    Path path = root;
    for (std::size_t k = 0; k < i; ++k)
      path.push_back(steps[k].call);
    return path;
  }
};

} // namespace heddle::calls
