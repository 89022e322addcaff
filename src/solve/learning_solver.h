// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/lists/order_search.h"
#include "solve/clause.h"
#include "solve/clause_store.h"
#include "solve/graph_solver.h"
#include "solve/solver.h"

namespace heddle::solve {

using model::Learning;

// Asks an engine, and learns from infeasible answers, so that it need not ask again.
class LearningSolver final : public Solver {
public:
  // Problem and engine must outlive the solver. The engine answers questions about the problem.
  LearningSolver(const OrderProblem& problem, Solver& engine, Learning learning);

  Answer solve(const Question& question) override;

  std::uint64_t skipped() const { return skipped_; }
  std::uint64_t learned() const { return clauses_.size(); }

  // Clauses are valid for the problem they were learned from, and for every trace in which each thread does the same.
  const ClauseStore& clauses() const { return clauses_; }
  void reuse(const ClauseStore& clauses) { clauses_ = clauses; }

  // What a question says, with the edges that follow from it.
  Clause clauseOf(const Question& question) const;

private:
  bool isKnownInfeasible(const Question& question);
  void learn(const Question& question, const Answer& answer);
  bool isRefuted(const Clause& clause);
  template <typename Change>
  bool attempt(Clause& clause, Change change);
  void dropEdges(Clause& clause);
  void dropPrefixes(Clause& clause);
  void shortenPrefixes(Clause& clause);
  void widenEdges(Clause& clause);
  template <typename At>
  void move(Clause& clause, At at, std::uint32_t limit);

  const OrderProblem& problem_;
  Solver& engine_;
  Learning learning_;
  GraphSolver prober_;
  Range near_; // of the question that is learned from
  ClauseStore clauses_;
  std::uint64_t skipped_ = 0;
};

} // namespace heddle::solve
