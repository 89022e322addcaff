// SPDX-License-Identifier: Apache-2.0
#include "solve/windowed_solver.h"

namespace heddle::solve {

namespace {

// Events before and after those of the question. Measured: nearly all orders that exist are found in one of the two.
constexpr std::array<Event, 2> kMargins = {20, 100};
// A window is worth its construction if the trace is this many times as long.
constexpr Event kWorthwhile = 3;
constexpr unsigned kBranches = 50;

} // namespace

Answer WindowedSolver::solve(const Question& question) {
  if (isWorthwhile(rangeOf(problem_, question, kMargins.front()))) {
    if (whole_.refutes(question)) {
      ++stages_.refuted;
      return {.feasibility = Feasibility::Infeasible, .core = question.edges};
    }
    if (Answer answer = solveWindows(question); answer.feasibility == Feasibility::Feasible) {
      ++stages_.windows;
      return answer;
    }
  }
  Answer answer = whole_.solve(question);
  ++(answer.feasibility == Feasibility::Unknown ? stages_.unknown : stages_.whole);
  return answer;
}

bool WindowedSolver::isWorthwhile(const Range& range) const {
  return range.size() <= problem_.size() / kWorthwhile;
}

Answer WindowedSolver::solveWindows(const Question& question) {
  for (const Event margin : kMargins) {
    const Range range = rangeOf(problem_, question, margin);
    const std::optional<TraceWindow> window =
        isWorthwhile(range) ? cutter_.cut(range) : std::nullopt;
    if (!window)
      break;
    GraphSolver solver(window->problem(), kBranches);
    const Answer answer = solver.solve(window->questionOf(question));
    if (answer.feasibility == Feasibility::Feasible)
      return {.feasibility = Feasibility::Feasible, .order = window->orderOf(answer.order)};
  }
  return {};
}

} // namespace heddle::solve
