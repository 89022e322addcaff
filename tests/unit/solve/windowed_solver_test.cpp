// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "problem_text.h"
#include "random_problem.h"
#include "solve/order_checker.h"
#include "solve/windowed_solver.h"
#include "workload.h"

namespace heddle::solve {
namespace {

constexpr Shape kSmall = {.threads = 4,
                          .events = 40,
                          .locations = 3,
                          .locks = 2,
                          .values = 2,
                          .lockedPercent = 40,
                          .hasCreator = true};

TEST(TraceWindow, WhatIsPossibleInAWindowIsPossible) {
  unsigned feasible = 0;
  unsigned cut = 0;  // windows that are not the whole trace
  unsigned held = 0; // problems with a lock that is held when the trace begins
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Rng rng(11, seed);
    Shape shape = kSmall;
    shape.hasCreator = seed % 2 == 0; // without one, locks may be held from the beginning
    const OrderProblem problem = randomProblem(rng, shape);
    held += std::ranges::count(problem.spans(), kNoEvent, &Span::acquired) > 0 ? 1 : 0;
    const WindowCutter cutter(problem);
    for (unsigned i = 0; i < 6; ++i) {
      const Question question = randomQuestion(rng, problem);
      const Range range = rangeOf(problem, question, rng.below(6));
      const std::optional<TraceWindow> window = cutter.cut(range);
      ASSERT_TRUE(window);
      const Answer answer = GraphSolver(window->problem()).solve(window->questionOf(question));
      if (answer.feasibility != Feasibility::Feasible)
        continue;
      ++feasible;
      cut += range.size() < problem.size() ? 1 : 0;
      ASSERT_EQ(faultOf(problem, question, window->orderOf(answer.order)), "")
          << "seed " << seed << ", from " << range.begin << " to " << range.end << "\n"
          << textOf(problem, question);
    }
  }
  EXPECT_GT(feasible, 2000U);
  EXPECT_GT(cut, 1500U);
  EXPECT_GT(held, 200U);
}

TEST(TraceWindow, OfTheWholeTraceGivesTheSameAnswers) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Rng rng(12, seed);
    Shape shape = kSmall;
    shape.hasCreator = seed % 2 == 0;
    const OrderProblem problem = randomProblem(rng, shape);
    const TraceWindow window = *WindowCutter(problem).cut({.begin = 0, .end = problem.size()});
    for (unsigned i = 0; i < 5; ++i) {
      const Question question = randomQuestion(rng, problem);
      EXPECT_EQ(GraphSolver(window.problem()).solve(window.questionOf(question)).feasibility,
                GraphSolver(problem).solve(question).feasibility)
          << textOf(problem, question);
    }
  }
}

TEST(TraceWindow, BeginsBeforeAReadThatNoWriteExplains) {
  OrderProblem problem(1);
  for (unsigned i = 0; i < 3; ++i) {
    problem.addEvent(0);
    problem.addAccess({.location = 0, .reads = true, .readValue = i == 1 ? 7U : 0U});
  }
  const WindowCutter cutter(problem);
  EXPECT_TRUE(cutter.cut({.begin = 1, .end = 3}));
  EXPECT_FALSE(cutter.cut({.begin = 2, .end = 3}));
}

// In a window of thread 1 alone, thread 0 still holds the lock, and releases it because it does nothing more.
TEST(TraceWindow, AThreadThatStopsReleasesItsLocks) {
  OrderProblem problem(2);
  const Event taken = problem.addEvent(0);
  const Event inside = problem.addEvent(0);
  const Event released = problem.addEvent(0);
  const Event other = problem.addEvent(1);
  problem.addSpan({.lock = 0, .thread = 0, .acquired = taken, .released = released});
  problem.addSpan({.lock = 0, .thread = 1, .acquired = other});
  const TraceWindow window = *WindowCutter(problem).cut({.begin = inside, .end = 4});
  const auto ask = [&](const Question& question) {
    return GraphSolver(window.problem()).solve(window.questionOf(question)).feasibility;
  };
  EXPECT_EQ(ask({.events = {other}}), Feasibility::Feasible);
  EXPECT_EQ(ask({.edges = {{.from = other, .to = inside}}}), Feasibility::Infeasible);
  EXPECT_EQ(ask({.edges = {{.from = inside, .to = other}}}), Feasibility::Feasible);
}

TEST(TraceWindow, AThreadWithoutEventsMayHoldALock) {
  OrderProblem problem(2);
  problem.addSpan({.lock = 0, .thread = 1});
  const Event free = problem.addEvent(0);
  const Event taken = problem.addEvent(0);
  problem.addSpan({.lock = 0, .thread = 0, .acquired = taken});
  const TraceWindow window = *WindowCutter(problem).cut({.begin = 0, .end = 2});
  const auto ask = [&](Event event) {
    return GraphSolver(window.problem()).solve(window.questionOf({.events = {event}})).feasibility;
  };
  EXPECT_EQ(ask(free), Feasibility::Feasible);
  EXPECT_EQ(ask(taken), Feasibility::Infeasible);
}

void compareWithWhole(WindowedSolver::Stages& stages,
                      const OrderProblem& problem,
                      Rng& rng,
                      unsigned questions) {
  WindowedSolver windowed(problem);
  GraphSolver whole(problem);
  for (const Question& question : randomPatterns(rng, problem, questions)) {
    const Answer answer = windowed.solve(question);
    const Feasibility expected = whole.solve(question).feasibility;
    if (answer.feasibility == Feasibility::Feasible)
      ASSERT_EQ(faultOf(problem, question, answer.order), "");
    if (answer.feasibility != Feasibility::Unknown && expected != Feasibility::Unknown)
      ASSERT_EQ(answer.feasibility, expected);
  }
  stages.refuted += windowed.stages().refuted;
  stages.windows += windowed.stages().windows;
  stages.whole += windowed.stages().whole;
}

TEST(WindowedSolver, AgreesWithTheSearchInTheWholeTrace) {
  WindowedSolver::Stages stages;
  for (unsigned seed = 0; seed < 3; ++seed) {
    Rng rng(13, seed);
    compareWithWhole(stages, methodTrace(rng, {.events = 800, .locations = 20}), rng, 100);
    compareWithWhole(stages, methodTrace(rng, hardWorkload(4, 600)), rng, 50);
  }
  EXPECT_GT(stages.refuted, 50U);
  EXPECT_GT(stages.windows, 50U);
  EXPECT_GT(stages.whole, 10U);
}

// 6 million units are less than 0.1 s (GraphSolver::kUsualWork). One more read or edge may be finished.
TEST(WindowedSolver, BoundsItsWorkOnLongTraces) {
  Rng rng(14, 0);
  for (const Thread threads : {4, 16}) {
    const OrderProblem problem = methodTrace(rng, hardWorkload(threads, 5000));
    WindowedSolver solver(problem);
    for (const Question& question : randomPatterns(rng, problem, 20)) {
      solver.solve(question);
      EXPECT_LT(solver.work(), GraphSolver::kUsualWork * 11 / 10);
    }
    EXPECT_GT(solver.stages().windows, 10U);
  }
}

} // namespace
} // namespace heddle::solve
