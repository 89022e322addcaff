// SPDX-License-Identifier: Apache-2.0
// Clauses: what cannot hold together in any order of a problem's events. A question that implies a clause is infeasible.
// Events are named by thread and position, so that clauses also hold for another trace in which every thread does the same.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

// An event as its thread sees it.
struct Place {
  Thread thread = 0;
  std::uint32_t position = 0;
  bool operator==(const Place&) const = default;
};

// `from` happens before `to`, or `to` does not happen.
struct PlaceEdge {
  Place from;
  Place to;
  bool operator==(const PlaceEdge&) const = default;
};

// All of this together is impossible.
struct Clause {
  std::vector<PlaceEdge> edges;
  // By thread: at least so many events happen. All but the last of them read what they read in the trace.
  std::vector<std::uint32_t> happens;
};

inline Event eventAt(const OrderProblem& problem, const Place& place) {
  return problem.eventsOf(place.thread)[place.position];
}
inline Place placeOf(const OrderProblem& problem, Event event) {
  return {.thread = problem.threadOf(event), .position = problem.positionOf(event)};
}

} // namespace heddle::solve
