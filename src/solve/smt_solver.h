// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "solve/smt_channel.h"
#include "solve/solver.h"

namespace heddle::solve {

// Asks an SMT solver, which speaks SMT-LIB 2 on a channel (`z3 -in`). Tells it the problem once, and then one question
// after the other. The core of an infeasible answer is what the solver says it needs.
class SmtSolver final : public Solver {
public:
  // The problem and the channel must outlive it. A question takes no longer than the timeout; for the first one, telling
  // the problem may take that time, too. The solver is told to give up earlier, so that it can answer the next question.
  SmtSolver(const OrderProblem& problem, SmtChannel& channel, std::chrono::milliseconds timeout);

  Answer solve(const Question& question) override;

  // False: the process has ended, did not answer in time, or answered something else. From then on everything is Unknown.
  bool isAlive() const { return isAlive_; }

private:
  std::string send(const std::string& commands, std::chrono::milliseconds timeout);
  bool sendProblem();
  Answer answerOf(const std::string& verdict, const Question& question);
  std::vector<Event> readOrder();
  std::vector<Edge> readCore(const Question& question);

  const OrderProblem& problem_;
  SmtChannel& channel_;
  std::chrono::milliseconds timeout_;
  bool isAlive_ = true;
  bool knowsProblem_ = false;
};

} // namespace heddle::solve
