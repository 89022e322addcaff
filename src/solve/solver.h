// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solve/order_problem.h"

namespace heddle::solve {

// Answers questions about one problem, which outlives it.
class Solver {
public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;

  virtual Answer solve(const Question& question) = 0;
};

} // namespace heddle::solve
