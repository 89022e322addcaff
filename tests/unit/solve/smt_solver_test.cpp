// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <deque>

#include "exhaustive_solver.h"
#include "problem_text.h"
#include "random_problem.h"
#include "smt_process.h"
#include "solve/order_checker.h"
#include "solve/smt_solver.h"

namespace heddle::solve {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kPatient{10'000};

// Two threads, two events each, and nothing to respect.
OrderProblem freeProblem() {
  OrderProblem problem(2);
  for (const Thread thread : {0, 1, 0, 1})
    problem.addEvent(thread);
  return problem;
}

TEST(SmtSolver, AgreesWithTryingEveryOrder) {
  SmtProcess z3;
  unsigned feasible = 0;
  unsigned infeasible = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Rng rng(31, seed);
    const OrderProblem problem = randomProblem(rng, {.events = 14});
    SmtSolver solver(problem, z3.channel(), kPatient);
    for (unsigned i = 0; i < 5; ++i) {
      const Question question = randomQuestion(rng, problem);
      const Answer answer = solver.solve(question);
      ASSERT_NE(answer.feasibility, Feasibility::Unknown);
      const bool isFeasibleHere = answer.feasibility == Feasibility::Feasible;
      ++(isFeasibleHere ? feasible : infeasible);
      ASSERT_EQ(isFeasibleHere, isFeasible(problem, question)) << textOf(problem, question);
      if (isFeasibleHere)
        ASSERT_EQ(faultOf(problem, question, answer.order), "") << textOf(problem, question);
    }
  }
  EXPECT_GT(feasible, 50U);
  EXPECT_GT(infeasible, 50U);
}

TEST(SmtSolver, TheCoreIsInfeasibleToo) {
  SmtProcess z3;
  unsigned smaller = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Rng rng(32, seed);
    const OrderProblem problem = randomProblem(rng, {.events = 14});
    SmtSolver solver(problem, z3.channel(), kPatient);
    for (unsigned i = 0; i < 4; ++i) {
      const Question question = randomQuestion(rng, problem);
      const Answer answer = solver.solve(question);
      if (answer.feasibility != Feasibility::Infeasible)
        continue;
      smaller += answer.core.size() < question.edges.size() ? 1 : 0;
      for (const Edge& edge : answer.core)
        EXPECT_NE(std::ranges::find(question.edges, edge), question.edges.end());
      Question core = question;
      core.edges = answer.core;
      EXPECT_FALSE(isFeasible(problem, core)) << textOf(problem, question);
    }
  }
  EXPECT_GT(smaller, 20U);
}

TEST(SmtSolver, AProcessThatIsKilledGivesUnknown) {
  const OrderProblem problem = freeProblem();
  SmtProcess z3;
  SmtSolver solver(problem, z3.channel(), kPatient);
  const Question question{.edges = {{.from = 1, .to = 0}}};
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Feasible);
  EXPECT_TRUE(solver.isAlive());
  z3.signal(SIGKILL);
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown);
  EXPECT_FALSE(solver.isAlive());
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown);
}

TEST(SmtSolver, AProgramThatDoesNotExistGivesUnknown) {
  const OrderProblem problem = freeProblem();
  SmtProcess nothing({"heddle-no-such-solver"});
  SmtSolver solver(problem, nothing.channel(), kPatient);
  EXPECT_EQ(solver.solve({.events = {0}}).feasibility, Feasibility::Unknown);
  EXPECT_FALSE(solver.isAlive());
}

TEST(SmtSolver, AProcessThatHangsIsNotWaitedFor) {
  const OrderProblem problem = freeProblem();
  SmtProcess z3({"z3", "-in"}, milliseconds(300));
  SmtSolver solver(problem, z3.channel(), milliseconds(300));
  const Question question{.edges = {{.from = 1, .to = 0}}};
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Feasible);
  z3.signal(SIGSTOP);
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown);
  EXPECT_FALSE(solver.isAlive());
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown);
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
}

// Fills the socket, so that writing would block forever.
TEST(SmtSolver, AProcessThatDoesNotReadIsNotWaitedFor) {
  Rng rng(33, 0);
  const OrderProblem problem = randomProblem(rng, {.threads = 4, .events = 600, .locations = 5});
  SmtProcess sleeping({"sleep", "100"}, milliseconds(300));
  SmtSolver solver(problem, sleeping.channel(), milliseconds(300));
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(solver.solve({.events = {0}}).feasibility, Feasibility::Unknown);
  EXPECT_FALSE(solver.isAlive());
  EXPECT_LT(Clock::now() - start, milliseconds(5000));
}

// Gives answers that were written before.
class Script final : public SmtChannel {
public:
  explicit Script(std::deque<std::string> answers) : answers_(std::move(answers)) {}
  std::optional<std::string> exchange(std::string_view, std::string_view, milliseconds) override {
    ++exchanges_;
    if (answers_.empty())
      return std::nullopt;
    std::string answer = answers_.front();
    answers_.pop_front();
    return answer;
  }

  unsigned exchanges() const { return exchanges_; }

private:
  unsigned exchanges_ = 0;
  std::deque<std::string> answers_;
};

TEST(SmtSolver, AnAnswerThatMakesNoSenseGivesUnknown) {
  const OrderProblem problem = freeProblem();
  const Question question{.edges = {{.from = 1, .to = 0}}};
  for (const std::deque<std::string>& answers :
       std::vector<std::deque<std::string>>{{"(error \"line 1 column 1: unknown option\")"},
                                            {"", "(error \"out of memory\")", ""},
                                            {"", "sat"},
                                            {"", "sat", "((o0 1) (h0 true))"},
                                            {"", "sat", "((o9 1) (h9 true))"},
                                            {"", "sat", "((o0 one) (h0 true)"},
                                            {"", "sat", "o0 -"},
                                            {"", "unsat", "(q7)"},
                                            {"", "unsat", "(error \"no core\")"}}) {
    Script script(answers);
    SmtSolver solver(problem, script, kPatient);
    EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown) << answers.back();
    EXPECT_FALSE(solver.isAlive()) << answers.back();
  }
}

TEST(SmtSolver, AsksNothingMoreWithoutAnAnswer) {
  const OrderProblem problem = freeProblem();
  Script script({});
  SmtSolver solver(problem, script, kPatient);
  EXPECT_EQ(solver.solve({.events = {0}}).feasibility, Feasibility::Unknown);
  EXPECT_EQ(solver.solve({.events = {0}}).feasibility, Feasibility::Unknown);
  EXPECT_EQ(script.exchanges(), 1U);
}

TEST(SmtSolver, ASolverThatGivesUpCanBeAskedAgain) {
  const OrderProblem problem = freeProblem();
  Script script({"", "unknown\n", "", "unsat\n", "(q0)\n"});
  SmtSolver solver(problem, script, kPatient);
  const Question question{.edges = {{.from = 1, .to = 0}}};
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Unknown);
  EXPECT_TRUE(solver.isAlive());
  EXPECT_EQ(solver.solve(question).feasibility, Feasibility::Infeasible);
}

} // namespace
} // namespace heddle::solve
