// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "examine/oracle.h"

namespace heddle::examine {

// The failure that an examination searches for: the examination ends when it is met, and continues after others. Asked
// for every failure that no linearisation has; must not run anything.
class Goal {
public:
  virtual ~Goal() = default;
  // For the execution just run.
  virtual bool isMetBy(const Verdict& verdict,
                       std::uint64_t signature,
                       const runtime::Outcome& outcome,
                       const Observation& observation) = 0;
  virtual bool isMetBy(const runtime::Race& race, std::uint64_t signature) = 0;
  // Whether an access at this site can be the failing one, or is in the same function.
  virtual bool isNear(const abi::SiteRecord* site) = 0;
};

} // namespace heddle::examine
