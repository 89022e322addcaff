// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solve/clause.h"
#include "solve/reasons.h"

namespace heddle::solve {

// How an edge of a question must be related to an edge of a clause.
enum class EdgeMatch : std::uint8_t {
  Equal,
  // a* before b* follows from a before b if a* is a or earlier, and b* is b or later, in program order.
  Implied,
};

// What has been learned about one problem: clauses, and the constraints that refute them.
class ClauseStore {
public:
  ClauseStore(const OrderProblem& problem, EdgeMatch match)
      : threads_(problem.threadCount()), match_(match), reasons_(problem),
        byThreads_(std::size_t{threads_} * threads_) {}

  void add(Clause clause);
  std::size_t size() const { return clauses_.size(); }

  // Whether everything in some clause follows from `question`, the question as if it were a clause.
  bool refutes(const Clause& question) const;

  const Reasons& reasons() const { return reasons_; }
  Reasons& reasons() { return reasons_; }

private:
  bool isImplied(const PlaceEdge& edge, const Clause& question) const;
  bool isImplied(const Clause& clause, const Clause& question) const;
  bool anyOf(const std::vector<std::uint32_t>& clauses, const Clause& question) const;
  std::size_t keyOf(const PlaceEdge& edge) const {
    return std::size_t{edge.from.thread} * threads_ + edge.to.thread;
  }

  Thread threads_;
  EdgeMatch match_;
  Reasons reasons_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<std::uint32_t>> byThreads_; // by those of the first edge
  std::vector<std::uint32_t> withoutEdges_;
};

} // namespace heddle::solve
