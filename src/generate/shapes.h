// SPDX-License-Identifier: Apache-2.0
// Forms of concurrent tests beyond two concurrent calls. About half of the faults of real C++ classes need one.
#pragma once

#include <cstdint>
#include <vector>

#include "calls/start_state.h"
#include "model/classes/check_summary.h"

namespace heddle::generate {

using Shape = model::TestShape;
inline constexpr unsigned kShapes = model::EnumNames<Shape>::kNames.size();

struct Plan {
  calls::Path prefix;
  std::vector<calls::Path> suffixes;
  std::uint64_t
      key; // equal for plans of a shape whose calls take the same traces: alone, and one after the other
};

// Plans of a shape other than Pair from one start state, likely faults first. `active` are the options that
// influence others, most influential first.
std::vector<Plan> plansFor(Shape shape,
                           const calls::StartState& start,
                           const std::vector<std::size_t>& active,
                           calls::CallCatalogue& catalogue,
                           calls::Behaviour& behaviour);

} // namespace heddle::generate
