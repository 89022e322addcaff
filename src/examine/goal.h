// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "examine/oracle.h"

namespace heddle::examine {

// The one failure that an examination is after: it ends when it is met, and goes on after others. Asked for every failure
// that no linearisation shows; must not run anything.
class Goal {
public:
  virtual ~Goal() = default;
  // Of the execution just run.
  virtual bool isMetBy(const Verdict& verdict,
                       std::uint64_t signature,
                       const runtime::Outcome& outcome,
                       const Observation& observation) = 0;
  virtual bool isMetBy(const runtime::Race& race, std::uint64_t signature) = 0;
};

} // namespace heddle::examine
