// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "solve/graph_solver.h"
#include "solve/solver.h"
#include "solve/trace_window.h"

namespace heddle::solve {

// Answers questions about long traces: it looks for an order in windows around the events of the question before it looks
// at the whole trace, with a budget that bounds the time.
class WindowedSolver final : public Solver {
public:
  // How many questions each stage has answered.
  struct Stages {
    std::uint64_t refuted = 0; // by what is near the question
    std::uint64_t windows = 0;
    std::uint64_t whole = 0;
    std::uint64_t unknown = 0;
  };

  // The problem must outlive the solver.
  explicit WindowedSolver(const OrderProblem& problem)
      : problem_(problem), cutter_(problem), whole_(problem) {}

  Answer solve(const Question& question) override;
  const Stages& stages() const { return stages_; }
  // OrderGraph::work of the last search in the whole trace.
  std::uint64_t work() const { return whole_.work(); }

private:
  bool isWorthwhile(const Range& range) const;
  Answer solveWindows(const Question& question);

  const OrderProblem& problem_;
  WindowCutter cutter_;
  GraphSolver whole_;
  Stages stages_;
};

} // namespace heddle::solve
