// SPDX-License-Identifier: Apache-2.0
// Forms of concurrent tests beyond two concurrent calls. About half of the faults of real C++ classes need one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "calls/start_state.h"

namespace heddle::generate {

enum class Shape : std::uint8_t {
  Pair,          // one call against another
  TwoObjects,    // calls that take the other object, from both sides
  Client,        // one client against the threads of the class
  ThreeLanes,    // three calls: two waiters and one that notifies
  ThreeAndOne,   // two waiters against two calls of one thread
  TwoAgainstOne, // two calls of one thread against one
  TwoAgainstTwo,
};
inline constexpr unsigned kShapes = 7;
// "1|1", "two objects", ...
std::string_view toText(Shape shape);

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
