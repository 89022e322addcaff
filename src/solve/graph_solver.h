// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solve/clause.h"
#include "solve/linearisation.h"
#include "solve/lock_rules.h"
#include "solve/order_graph.h"
#include "solve/order_problem.h"
#include "solve/read_rules.h"
#include "solve/reasons.h"
#include "solve/solver.h"

namespace heddle::solve {

// Answers questions about one problem. Between two questions it forgets everything but the problem.
class GraphSolver final : public Solver {
public:
  // After this many branches the answer is Unknown; small, because few problems need any.
  static constexpr unsigned kUsualBranches = 200;
  // After this much work (OrderGraph::work) too: at most 40 ms, measured with 5,000 events of 4 and of 16 threads.
  static constexpr std::uint64_t kUsualWork = 6'000'000;

  // The problem must outlive the solver.
  explicit GraphSolver(const OrderProblem& problem,
                       unsigned branches = kUsualBranches,
                       std::uint64_t work = kUsualWork);

  Answer solve(const Question& question) override;

  // Whether the rules find a contradiction near the events of the question. Takes microseconds. `only`: from these
  // constraints alone.
  bool refutes(const Question& question, const Reasons* only = nullptr);
  // Whether the rules, applied to a range, find that everything in the clause together is impossible. `found` gets the
  // constraints that they used until then.
  bool refutes(const Clause& clause, const Range& range, Reasons* found = nullptr);
  // Where refutes(question) looks.
  Range nearOf(const Question& question) const;
  // Between two questions: program order and the fixed edges.
  const OrderGraph& graph() const { return graph_; }

  // What the last answer took.
  unsigned branches() const { return branches_; }
  std::uint64_t work() const { return graph_.work() + mostWork_ - endOfWork_; }

private:
  struct Mark {
    OrderGraph::Mark graph;
    std::size_t reads;
  };

  Mark mark() const { return {.graph = graph_.mark(), .reads = reads_.mark()}; }
  void undo(const Mark& mark);
  // Begins with nothing but the problem and the question. False: there is a contradiction near its events.
  bool begin(const Question& question, const Reasons* only = nullptr);
  void restart(const std::optional<WantedRead>& read);
  bool post(const Clause& clause);
  bool post(const Question& question);
  bool saturate(const RuleScope& scope);
  bool isExhausted() const { return branches_ > mostBranches_ || graph_.work() > endOfWork_; }
  Feasibility search();
  // Each tries the ways to decide one thing. False: there is nothing to decide.
  bool branchOnLock(Event acquired, Feasibility& result);
  bool branchOnRead(const KeptRead& read, Feasibility& result);
  void branchOnWriter(const KeptRead& read, Feasibility& result);
  bool branchOnDisturber(const KeptRead& read, Feasibility& result);
  bool branchOnEvent(Event event, Feasibility& result);
  template <typename Decide>
  bool attempt(Decide decide, Feasibility& result);

  const OrderProblem& problem_;
  unsigned mostBranches_;
  std::uint64_t mostWork_;
  unsigned branches_ = 0;
  std::uint64_t endOfWork_ = 0;
  OrderGraph graph_;
  ReadRules reads_;
  LockRules locks_;
  Linearisation linearisation_;
};

} // namespace heddle::solve
