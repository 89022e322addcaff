// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

struct Write {
  Event event;
  std::uint64_t value;
};

// The writes to each location.
class WriteIndex {
public:
  explicit WriteIndex(const OrderProblem& problem);

  // The writes of one thread, in program order.
  struct OfThread {
    Thread thread;
    std::vector<Write> writes;
  };
  // One element for each thread that writes the location.
  const std::vector<OfThread>& writesTo(Location location) const { return writes_[location]; }
  // The events that write this value, in the order of the trace.
  std::span<const Event> writersOf(Location location, std::uint64_t value) const;

private:
  std::vector<std::vector<OfThread>> writes_; // by location
  std::unordered_map<std::uint64_t, std::vector<Event>> byValue_;
};

} // namespace heddle::solve
