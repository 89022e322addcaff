// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "solve/order_problem.h"
#include "support/rng.h"

namespace heddle::solve {

struct Shape {
  Thread threads = 3;
  unsigned events = 12; // about
  unsigned locations = 2;
  unsigned locks = 2;
  std::uint64_t values = 2; // few: many writes of the same value
  unsigned lockedPercent = 50;
  bool hasCreator = false; // thread 0 creates and joins all others
};

// Runs random straight-line threads under a random schedule: reads, writes, read-modify-writes, nested locks of writers
// and readers, hand-overs. What comes out is a trace that can happen.
OrderProblem randomProblem(Rng& rng, const Shape& shape);

// Two to four events in an order that is usually not that of the trace. A third of the questions wants a read to return
// a value that it often did not return in the trace.
Question randomQuestion(Rng& rng, const OrderProblem& problem);

} // namespace heddle::solve
