// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

// Locks, and events that read, whose constraints have refuted questions: the part of an unsatisfiable core that is not the
// question. These constraints hold in every order of the trace, so that what contradicts some of them is infeasible.
class Reasons {
public:
  explicit Reasons(const OrderProblem& problem)
      : locks_(problem.lockCount()), reads_(problem.size()) {}

  void addLock(std::uint32_t lock) { add(locks_, lock); }
  void addRead(Event event) { add(reads_, event); }

  bool hasLock(std::uint32_t lock) const { return locks_[lock]; }
  bool hasRead(Event event) const { return reads_[event]; }
  bool isEmpty() const { return isEmpty_; }

private:
  void add(std::vector<bool>& set, std::size_t member) {
    set[member] = true;
    isEmpty_ = false;
  }

  std::vector<bool> locks_;
  std::vector<bool> reads_; // by event
  bool isEmpty_ = true;
};

// The constraints whose rules are applied.
struct RuleScope {
  Range range;                   // they begin with an event of this range
  const Reasons* only = nullptr; // they are among these; null: among all
  Reasons* found = nullptr;      // gets those that add an edge or fail; null: not recorded
};

} // namespace heddle::solve
