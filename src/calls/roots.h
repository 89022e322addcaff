// SPDX-License-Identifier: Apache-2.0
// Ways to construct an object of the class that work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "calls/behaviour.h"
#include "calls/call_catalogue.h"
#include "calls/engine_runner.h"

namespace heddle::calls {

struct Root {
  CallId construction;
  std::uint64_t state;
};

struct Roots {
  // Most useful first: a queue made with capacity 0 is an object, but few calls on it succeed.
  std::vector<Root> usable;
  model::Message problem;            // why there is none
  bool unsupported = false;          // that is because of something the runtime does not model
  std::vector<model::Message> notes; // constructors that do not work, or not with all values
};

// `behaviour` runs on `engine`.
Roots findRoots(CallCatalogue& catalogue, EngineRunner& engine, Behaviour& behaviour);

} // namespace heddle::calls
