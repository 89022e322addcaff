// SPDX-License-Identifier: Apache-2.0
// The graph solver and z3 share nothing but the problem: they must agree, and every order that one of them finds must pass
// the checker. Seeds are fixed, so that a failure can be repeated.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "problem_text.h"
#include "random_problem.h"
#include "smt_process.h"
#include "solve/graph_solver.h"
#include "solve/learning_solver.h"
#include "solve/order_checker.h"
#include "solve/smt_solver.h"

namespace heddle::solve {
namespace {

struct Series {
  const char* name;
  Shape shape;
  unsigned problems;
  unsigned questions; // about each
  unsigned mostUnknown = 0;
};

void PrintTo(const Series& series, std::ostream* stream) {
  *stream << series.name;
}

class TwoEngines : public testing::TestWithParam<Series> {
protected:
  void compare(const OrderProblem& problem,
               const std::vector<Question>& questions,
               const std::vector<Question>& lessons) {
    GraphSolver graph(problem);
    GraphSolver engine(problem);
    LearningSolver learning(problem, engine, Learning::Clauses);
    for (const Question& lesson : lessons)
      learning.solve(lesson);
    const std::uint64_t skippedBefore = learning.skipped();
    SmtSolver smt(problem, z3_.channel(), SmtProcess::kPatience);
    for (const Question& question : questions) {
      SCOPED_TRACE(textOf(problem, question));
      const Answer expected = smt.solve(question);
      ASSERT_NE(expected.feasibility, Feasibility::Unknown) << "z3 does not answer";
      const Answer answer = graph.solve(question);
      branched_ += graph.branches() > 0 ? 1 : 0;
      if (answer.feasibility == Feasibility::Unknown)
        ++unknown_;
      else
        ASSERT_EQ(answer.feasibility, expected.feasibility);
      for (const Answer& each : {expected, answer})
        if (each.feasibility == Feasibility::Feasible)
          ASSERT_EQ(faultOf(problem, question, each.order), "");
      const Feasibility learned = learning.solve(question).feasibility;
      if (expected.feasibility == Feasibility::Feasible) {
        ++feasible_;
        ASSERT_NE(learned, Feasibility::Infeasible);
      } else {
        ++infeasible_;
        checkCore(graph, question, expected.core);
      }
    }
    skipped_ += learning.skipped() - skippedBefore;
  }

  // Without the edges that z3 does not need, the question is infeasible, too.
  static void checkCore(GraphSolver& graph, Question question, const std::vector<Edge>& core) {
    for (const Edge& edge : question.edges)
      question.events.insert(question.events.end(), {edge.from, edge.to});
    question.edges = core;
    ASSERT_NE(graph.solve(question).feasibility, Feasibility::Feasible);
  }

  SmtProcess z3_;
  unsigned feasible_ = 0, infeasible_ = 0, unknown_ = 0;
  unsigned branched_ = 0;     // the rules alone did not settle it
  std::uint64_t skipped_ = 0; // a clause settled it
};

TEST_P(TwoEngines, Agree) {
  const Series& series = GetParam();
  for (unsigned seed = 0; seed < series.problems; ++seed) {
    Rng rng(41, seed);
    const OrderProblem problem = randomProblem(rng, series.shape);
    std::vector<Question> questions(series.questions);
    std::vector<Question> lessons(30);
    for (std::vector<Question>* each : {&questions, &lessons})
      std::ranges::generate(*each, [&] { return randomQuestion(rng, problem); });
    ASSERT_NO_FATAL_FAILURE(compare(problem, questions, lessons)) << "seed " << seed;
  }
  RecordProperty("feasible", static_cast<int>(feasible_));
  RecordProperty("infeasible", static_cast<int>(infeasible_));
  RecordProperty("unknown", static_cast<int>(unknown_));
  RecordProperty("skipped", static_cast<int>(skipped_));
  const unsigned asked = series.problems * series.questions;
  EXPECT_GT(feasible_, asked / 10);
  EXPECT_GT(infeasible_, asked / 10);
  EXPECT_GT(skipped_, infeasible_ / 20);
  EXPECT_GT(branched_, asked / 200);
  EXPECT_LE(unknown_, series.mostUnknown);
}

INSTANTIATE_TEST_SUITE_P(
    Random,
    TwoEngines,
    testing::Values(
        Series{.name = "NestedLocks",
               .shape = {.threads = 3, .events = 14, .locks = 3, .values = 2, .lockedPercent = 60},
               .problems = 2500,
               .questions = 4},
        Series{.name = "CreatedThreads",
               .shape = {.threads = 4,
                         .events = 18,
                         .locations = 3,
                         .values = 3,
                         .lockedPercent = 30,
                         .hasCreator = true},
               .problems = 2500,
               .questions = 4},
        Series{.name = "FewLocks",
               .shape = {.threads = 3, .events = 24, .locks = 1, .values = 2, .lockedPercent = 10},
               .problems = 2500,
               .questions = 4},
        Series{.name = "ManyThreads",
               .shape = {.threads = 5, .events = 30, .locations = 4, .values = 3},
               .problems = 2500,
               .questions = 4},
        Series{.name = "Longer",
               .shape = {.threads = 4,
                         .events = 60,
                         .locations = 6,
                         .locks = 3,
                         .values = 4,
                         .lockedPercent = 30},
               .problems = 150,
               .questions = 4},
        Series{.name = "Long",
               .shape = {.threads = 4,
                         .events = 200,
                         .locations = 8,
                         .locks = 3,
                         .values = 8,
                         .lockedPercent = 30,
                         .hasCreator = true},
               .problems = 30,
               .questions = 4}),
    [](const testing::TestParamInfo<Series>& info) { return info.param.name; });

} // namespace
} // namespace heddle::solve
