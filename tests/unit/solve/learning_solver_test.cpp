// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "exhaustive_solver.h"
#include "problem_text.h"
#include "random_problem.h"
#include "solve/learning_solver.h"
#include "solve/windowed_solver.h"
#include "workload.h"

namespace heddle::solve {
namespace {

struct Skips {
  unsigned infeasible = 0;
  unsigned skipped = 0;
  unsigned wrong = 0; // feasible questions that were skipped
};

// Whether it is infeasible is what trying every order says.
void askSmall(const Shape& shape, unsigned problems, Learning learning, Skips& skips) {
  for (unsigned seed = 0; seed < problems; ++seed) {
    Rng rng(21, seed);
    const OrderProblem problem = randomProblem(rng, shape);
    GraphSolver engine(problem);
    LearningSolver solver(problem, engine, learning);
    for (unsigned i = 0; i < 40; ++i) {
      const Question question = randomQuestion(rng, problem);
      const std::uint64_t before = solver.skipped();
      const Answer answer = solver.solve(question);
      if (answer.feasibility != Feasibility::Infeasible)
        continue;
      ++skips.infeasible;
      if (solver.skipped() == before)
        continue;
      ++skips.skipped;
      ASSERT_FALSE(isFeasible(problem, question)) << "seed " << seed << ", question " << i << "\n"
                                                  << textOf(problem, question);
    }
  }
}

constexpr Shape kLocked = {
    .threads = 3, .events = 14, .locations = 2, .locks = 2, .values = 2, .lockedPercent = 60};
constexpr Shape kUnlocked = {.threads = 3,
                             .events = 16,
                             .locations = 2,
                             .locks = 1,
                             .values = 3,
                             .lockedPercent = 10,
                             .hasCreator = true};

TEST(LearningSolver, NeverSkipsAFeasibleQuestion) {
  for (const Learning learning : {Learning::Core, Learning::Clauses}) {
    Skips skips;
    askSmall(kLocked, 250, learning, skips);
    askSmall(kUnlocked, 250, learning, skips);
    EXPECT_GT(skips.infeasible, 4000U);
    EXPECT_GT(skips.skipped, learning == Learning::Clauses ? 2000U : 300U);
  }
}

// A read before which another value was written cannot return the old one. It may still be the last event of its thread.
TEST(LearningSolver, KnowsThatALastReadMayReturnAnything) {
  OrderProblem problem(2);
  const Event read = problem.addEvent(0);
  problem.addAccess({.location = 0, .reads = true});
  const Event after = problem.addEvent(0);
  const Event write = problem.addEvent(1);
  problem.addAccess({.location = 0, .writes = true, .writtenValue = 1});
  GraphSolver engine(problem);
  LearningSolver solver(problem, engine, Learning::Clauses);
  const Question impossible{.edges = {{.from = write, .to = read}}, .events = {after}};
  const Question possible{.edges = {{.from = write, .to = read}}};
  EXPECT_EQ(solver.solve(impossible).feasibility, Feasibility::Infeasible);
  EXPECT_EQ(solver.learned(), 1U);
  EXPECT_EQ(solver.solve(possible).feasibility, Feasibility::Feasible);
  EXPECT_EQ(solver.solve(impossible).feasibility, Feasibility::Infeasible);
  EXPECT_EQ(solver.skipped(), 1U);
}

// Three threads take one lock, each once. Nothing is known about the other pairs of them but that they take it.
TEST(LearningSolver, WhatRefutesOneThreadRefutesAnother) {
  OrderProblem problem(3);
  for (Thread thread = 0; thread < 3; ++thread) {
    const Event acquired = problem.addEvent(thread);
    problem.addEvent(thread);
    const Event released = problem.addEvent(thread);
    problem.addSpan({.lock = 0, .thread = thread, .acquired = acquired, .released = released});
  }
  const std::array<Event, 3> inside = {1, 4, 7};
  const auto between = [&](Thread inner, Thread outer) {
    return Question{.edges = {{.from = inside[outer] - 1, .to = inside[inner]},
                              {.from = inside[inner], .to = inside[outer]}}};
  };
  GraphSolver engine(problem);
  LearningSolver solver(problem, engine, Learning::Clauses);
  EXPECT_EQ(solver.solve(between(0, 1)).feasibility, Feasibility::Infeasible);
  EXPECT_EQ(solver.skipped(), 0U);
  EXPECT_EQ(solver.solve(between(2, 1)).feasibility, Feasibility::Infeasible);
  EXPECT_EQ(solver.solve(between(0, 2)).feasibility, Feasibility::Infeasible);
  EXPECT_EQ(solver.skipped(), 2U);
  const Question afterwards{.edges = {{.from = inside[2], .to = inside[1]}}};
  EXPECT_EQ(solver.solve(afterwards).feasibility, Feasibility::Feasible);
}

// What the engine says is compared with what it says without a learning solver in front of it.
Skips askPatterns(const OrderProblem& problem, Rng rng, Learning learning) {
  Skips skips;
  WindowedSolver engine(problem);
  WindowedSolver reference(problem);
  LearningSolver solver(problem, engine, learning);
  for (const Question& question : randomPatterns(rng, problem, 2000)) {
    const bool isInfeasible = solver.solve(question).feasibility == Feasibility::Infeasible;
    skips.infeasible += isInfeasible ? 1 : 0;
    skips.wrong +=
        isInfeasible && reference.solve(question).feasibility == Feasibility::Feasible ? 1 : 0;
  }
  skips.skipped = static_cast<unsigned>(solver.skipped());
  return skips;
}

TEST(LearningSolver, SkipsMostInfeasiblePatternsOfATrace) {
  for (const Thread threads : {2, 4, 8, 16})
    for (unsigned seed = 0; seed < 3; ++seed) {
      Rng rng(22, seed);
      const OrderProblem problem = methodTrace(rng, {.threads = threads, .events = 200});
      const Skips none = askPatterns(problem, rng, Learning::None);
      const Skips core = askPatterns(problem, rng, Learning::Core);
      const Skips clauses = askPatterns(problem, rng, Learning::Clauses);
      EXPECT_EQ(none.skipped, 0U);
      EXPECT_EQ(core.wrong, 0U);
      EXPECT_EQ(clauses.wrong, 0U);
      EXPECT_GE(clauses.skipped * 100, clauses.infeasible * 80)
          << clauses.skipped << " of " << clauses.infeasible << ", " << threads << " threads";
      // Cores are about the events of one question, and with many threads few questions have the same.
      if (threads <= 4)
        EXPECT_GT(core.skipped * 100, clauses.infeasible * 30);
    }
}

// The same threads, in another order of the trace; locations and locks get other numbers.
OrderProblem reordered(const OrderProblem& problem, const std::vector<Event>& order) {
  OrderProblem result(problem.threadCount());
  std::vector<Event> now(problem.size(), kNoEvent);
  const Location last = problem.locationCount() - 1;
  for (Location location = 0; location <= last; ++location)
    result.setInitialValue(last - location, problem.initialValue(location));
  for (const Event event : order) {
    now[event] = result.addEvent(problem.threadOf(event));
    for (Access access : problem.accessesOf(event)) {
      access.location = last - access.location;
      result.addAccess(access);
    }
  }
  const auto moved = [&](Event event) { return event == kNoEvent ? kNoEvent : now[event]; };
  for (Span span : problem.spans()) {
    span.lock = problem.lockCount() - 1 - span.lock;
    span.acquired = moved(span.acquired);
    span.released = moved(span.released);
    result.addSpan(span);
  }
  for (const Edge& edge : problem.edges())
    result.addEdge({.from = moved(edge.from), .to = moved(edge.to)});
  return result;
}

// All events, in another order than that of the trace. Empty: there was none.
std::vector<Event> otherOrder(Rng& rng, const OrderProblem& problem) {
  GraphSolver solver(problem);
  for (unsigned tries = 0; tries < 10; ++tries) {
    Question question = randomQuestion(rng, problem);
    question.read.reset();
    for (Thread thread = 0; thread < problem.threadCount(); ++thread)
      if (!problem.eventsOf(thread).empty())
        question.events.push_back(problem.eventsOf(thread).back());
    const Answer answer = solver.solve(question);
    if (answer.feasibility == Feasibility::Feasible && !std::ranges::is_sorted(answer.order))
      return answer.order;
  }
  return {};
}

TEST(LearningSolver, ClausesHoldInOtherTracesOfTheSameThreads) {
  unsigned traces = 0;
  std::uint64_t skipped = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Rng rng(23, seed);
    const OrderProblem problem = randomProblem(rng, kLocked);
    const std::vector<Event> order = otherOrder(rng, problem);
    if (order.empty())
      continue;
    ++traces;
    const OrderProblem other = reordered(problem, order);
    GraphSolver engine(problem);
    LearningSolver first(problem, engine, Learning::Clauses);
    for (unsigned i = 0; i < 20; ++i)
      first.solve(randomQuestion(rng, problem));
    GraphSolver otherEngine(other);
    LearningSolver second(other, otherEngine, Learning::None);
    second.reuse(first.clauses());
    for (unsigned i = 0; i < 20; ++i) {
      const Question question = randomQuestion(rng, other);
      const bool isInfeasible = second.solve(question).feasibility == Feasibility::Infeasible;
      ASSERT_EQ(isInfeasible, !isFeasible(other, question)) << textOf(other, question);
    }
    EXPECT_EQ(second.learned(), first.learned());
    skipped += second.skipped();
  }
  EXPECT_GT(traces, 100U);
  EXPECT_GT(skipped, 300U);
}

} // namespace
} // namespace heddle::solve
