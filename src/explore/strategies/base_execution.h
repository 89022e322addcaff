// SPDX-License-Identifier: Apache-2.0
// Records the scheduling points of an execution that runs each thread until it blocks, and which other threads could
// have run there.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::explore {

// Which thread is next if the running one cannot continue: the one created first, or last.
enum class BaseOrder : std::uint8_t { Creation, Reversed };

// A scheduling point, identified by what its thread has done so far and not by its number in the execution. So it stays
// the same point when more memory turns out to be shared, and in executions that reach it in another way.
struct Place {
  runtime::ThreadId running = 0;
  std::uint32_t events = 0; // of the running thread since it started
  bool canGoOn = false;     // false: the last operation blocked, which is a point but not an event

  auto operator<=>(const Place&) const = default;
};

// A thread that could have run instead of the chosen one.
struct Alternative {
  runtime::ThreadId thread = 0;
  std::uint64_t kind = 0;  // runtime::threadKind
  std::uint64_t alike = 0; // a hash: equal for threads of one kind that are about to do the same
};

struct BaseStep {
  Place place;
  bool goesOn = false; // the running thread keeps its turn
  runtime::ThreadId chosen = 0;
  std::uint64_t kind = 0;                // of the chosen thread
  runtime::PendingOperation operation{}; // what the chosen thread does next
  std::vector<std::uintptr_t> locks;     // which it holds while it does, including one it takes
  runtime::ThreadSet enabled;
  std::vector<Alternative> alternatives; // the first of each that are alike
};

// Owned by DeviationStrategy, which fills it during one execution.
class BaseExecution {
public:
  explicit BaseExecution(BaseOrder order) : order_(order) {}

  BaseOrder order() const { return order_; }
  // In order. Steps of a thread that continues with something no other thread can see are left out.
  const std::vector<BaseStep>& steps() const { return steps_; }

  void note(const runtime::SchedulingPoint& point, const Place& place, runtime::ThreadId chosen);

private:
  BaseOrder order_;
  std::vector<BaseStep> steps_;
  std::size_t alternatives_ = 0; // of all steps
};

} // namespace heddle::explore
