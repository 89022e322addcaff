// SPDX-License-Identifier: Apache-2.0
// What a strategy asks: patterns of memory accesses, about traces of threads that call the methods of a class.
#pragma once

#include <vector>

#include "solve/order_problem.h"
#include "support/rng.h"

namespace heddle::solve {

struct Workload {
  Thread threads = 4;
  unsigned events = 200; // about
  unsigned locations = 10;
  // How many values are written on purpose. A third of the writes writes a value of its own, unless there are only two.
  std::uint64_t values = 4;
  unsigned lockedPercent = 90;
};

// Two values in few locations: every read has many writes to choose from.
Workload hardWorkload(Thread threads, unsigned events);

// Threads call methods that read and write a group of fields, with the lock of the group or without it.
OrderProblem methodTrace(Rng& rng, const Workload& workload);

// Two to four accesses of two threads, to one or two locations, within 40 positions of each other and not in the order of
// the trace (the patterns of PCR, table 1).
Question randomPattern(Rng& rng, const OrderProblem& problem);

// Different ones, in random order.
std::vector<Question> randomPatterns(Rng& rng, const OrderProblem& problem, unsigned count);

} // namespace heddle::solve
