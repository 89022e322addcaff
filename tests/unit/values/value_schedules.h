// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "explore/strategies/strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore::inline simulation {

// What the executions of a search had. A value schedule is a text: what each thread did, and the order of each two
// accesses of different threads that are in conflict.
struct ValueSchedules {
  std::map<std::string, unsigned> complete; // of executions that ended or deadlocked, and how often
  std::map<std::string, unsigned>
      failing;                  // the part of the others that the failing thread depends on
  std::uint64_t executions = 0; // abandoned ones included
  std::uint64_t counted = 0;
  bool leftOut = false;
};

inline constexpr std::uint64_t kAll = ~std::uint64_t{0};

// Those of the loaded program, of executions that the strategy counts, at most so many.
ValueSchedules schedulesOf(Strategy& strategy, std::uint64_t most = kAll);

// Those of every interleaving.
ValueSchedules schedulesByBruteForce(std::uint64_t most = kAll);

} // namespace heddle::explore::inline simulation
