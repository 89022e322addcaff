// SPDX-License-Identifier: Apache-2.0
#include "solve/clause_store.h"

#include <algorithm>
#include <functional>

#include "support/check.h"

namespace heddle::solve {

void ClauseStore::add(Clause clause) {
  HEDDLE_CHECK(clause.happens.size() == threads_)
      << "a clause about " << clause.happens.size() << " threads, not " << threads_;
  auto& clauses = clause.edges.empty() ? withoutEdges_ : byThreads_[keyOf(clause.edges.front())];
  clauses.push_back(static_cast<std::uint32_t>(clauses_.size()));
  clauses_.push_back(std::move(clause));
}

bool ClauseStore::refutes(const Clause& question) const {
  return anyOf(withoutEdges_, question) ||
         std::ranges::any_of(question.edges, [&](const PlaceEdge& edge) {
           return anyOf(byThreads_[keyOf(edge)], question);
         });
}

bool ClauseStore::anyOf(const std::vector<std::uint32_t>& clauses, const Clause& question) const {
  return std::ranges::any_of(
      clauses, [&](std::uint32_t clause) { return isImplied(clauses_[clause], question); });
}

bool ClauseStore::isImplied(const Clause& clause, const Clause& question) const {
  const auto implied = [&](const PlaceEdge& edge) { return isImplied(edge, question); };
  return std::ranges::all_of(clause.edges, implied) &&
         std::ranges::equal(clause.happens, question.happens, std::less_equal());
}

bool ClauseStore::isImplied(const PlaceEdge& edge, const Clause& question) const {
  return std::ranges::any_of(question.edges, [&](const PlaceEdge& known) {
    if (match_ == EdgeMatch::Equal)
      return known == edge;
    return edge.from.thread == known.from.thread && edge.to.thread == known.to.thread &&
           edge.from.position <= known.from.position && known.to.position <= edge.to.position;
  });
}

} // namespace heddle::solve
