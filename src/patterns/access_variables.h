// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/thread_accesses.h"

namespace heddle::patterns {

using Profiles = std::vector<trace::ThreadAccesses>;

// An access of a profile; profiles are numbered as given.
struct AccessPlace {
  std::uint32_t profile, access;
};

// Memory divided into variables: accesses that overlap belong to one variable. Freeing a block accesses every
// variable in it, but does not connect them.
class AccessVariables {
public:
  using Variable = std::uint32_t;
  static constexpr Variable kNone = ~Variable{0};

  explicit AccessVariables(const Profiles& profiles);

  // Variables are numbered by address.
  Variable count() const { return static_cast<Variable>(accesses_.size()); }
  // By profile, in program order.
  const std::vector<AccessPlace>& accesses(Variable variable) const { return accesses_[variable]; }
  // kNone when the access frees a block.
  Variable of(const AccessPlace& place) const { return variableOf_[place.profile][place.access]; }

private:
  std::vector<AccessPlace> places(const Profiles& profiles, bool frees) const;
  void addFreed(const Profiles& profiles);

  std::vector<std::vector<Variable>> variableOf_; // by profile and access
  std::vector<std::vector<AccessPlace>> accesses_;
};

} // namespace heddle::patterns
