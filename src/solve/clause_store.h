// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solve/clause.h"

namespace heddle::solve {

// How an edge of a question must be related to an edge of a clause.
enum class EdgeMatch : std::uint8_t {
  Equal,
  // a* before b* follows from a before b if a* is a or earlier, and b* is b or later, in program order.
  Implied,
};

// The clauses of one problem.
class ClauseStore {
public:
  ClauseStore(Thread threads, EdgeMatch match)
      : threads_(threads), match_(match), byThreads_(std::size_t{threads} * threads) {}

  void add(Clause clause);
  std::size_t size() const { return clauses_.size(); }

  // Whether everything in some clause follows from `question`, the question as if it were a clause.
  bool refutes(const Clause& question) const;

private:
  bool isImplied(const PlaceEdge& edge, const Clause& question) const;
  bool isImplied(const Clause& clause, const Clause& question) const;
  bool anyOf(const std::vector<std::uint32_t>& clauses, const Clause& question) const;
  std::size_t keyOf(const PlaceEdge& edge) const {
    return std::size_t{edge.from.thread} * threads_ + edge.to.thread;
  }

  Thread threads_;
  EdgeMatch match_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<std::uint32_t>> byThreads_; // by those of the first edge
  std::vector<std::uint32_t> withoutEdges_;
};

} // namespace heddle::solve
