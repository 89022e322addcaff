// SPDX-License-Identifier: Apache-2.0
// Problem: thousands of questions about one trace are infeasible for the same few reasons.
// Idea: keep the reason. PCR (algorithm 4) keeps the unsatisfiable core that its SMT solver returns, and skips a question
// that contains one. How we differ: which constraints of the trace are needed is implicit, because all questions are about
// the same trace. With Learning::Clauses the core is also made as general as program order allows, like an interpolant over
// the orders of two events: `a` before `b` implies that what is before `a` in its thread is before `b`, and so on.
// A clause is about the threads of one question. With many threads most questions are the first about theirs, and no clause
// of another question can refute them (docs/adr/0024-order-problems.md has the numbers). What they share are the locks and
// reads of the trace that refute them. So these are learned too (reasons.h): a question that contradicts them alone is not
// passed on either.
// Nothing feasible is ever skipped. The rules of the graph solver, or the engine, refute every clause that is kept, and
// reasons are constraints of the trace.
#include "solve/learning_solver.h"

#include <algorithm>

namespace heddle::solve {

namespace {

// The edges between threads that follow from those of a question.
void addTransitiveEdges(std::vector<PlaceEdge>& edges) {
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const PlaceEdge edge{.from = edges[i].from, .to = edges[k].to};
      const bool isChain = edges[i].to.thread == edges[k].from.thread &&
                           edges[i].to.position <= edges[k].from.position;
      if (isChain && edge.from.thread != edge.to.thread && !std::ranges::count(edges, edge))
        edges.push_back(edge);
    }
}

bool isProgramOrder(const PlaceEdge& edge) {
  return edge.from.thread == edge.to.thread && edge.from.position < edge.to.position;
}

} // namespace

LearningSolver::LearningSolver(const OrderProblem& problem, Solver& engine, Learning learning)
    : problem_(problem), engine_(engine), learning_(learning), prober_(problem),
      clauses_(problem, learning == Learning::Core ? EdgeMatch::Equal : EdgeMatch::Implied) {}

Answer LearningSolver::solve(const Question& question) {
  // Each value of a read is asked for once, so there is nothing to skip later. To compare questions with the clauses of
  // thousands of reads took three quarters of a search.
  if (question.read)
    return engine_.solve(question);
  if (isKnownInfeasible(question)) {
    ++skipped_;
    return {.feasibility = Feasibility::Infeasible, .core = question.edges};
  }
  Answer answer = engine_.solve(question);
  if (learning_ != Learning::None && answer.feasibility == Feasibility::Infeasible)
    learn(question, answer);
  return answer;
}

bool LearningSolver::isKnownInfeasible(const Question& question) {
  if (clauses_.size() > 0 && clauses_.refutes(clauseOf(question)))
    return true;
  const Reasons& reasons = clauses_.reasons();
  return !reasons.isEmpty() && prober_.refutes(question, &reasons);
}

Clause LearningSolver::clauseOf(const Question& question) const {
  Clause clause{.edges = {}, .happens = std::vector<std::uint32_t>(problem_.threadCount())};
  const auto require = [&](Event event) {
    for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
      clause.happens[thread] =
          std::max(clause.happens[thread], prober_.graph().clock(event, thread));
  };
  for (const Event event : question.events)
    require(event);
  for (const Edge& edge : question.edges) {
    require(edge.from);
    require(edge.to);
    const PlaceEdge places{.from = placeOf(problem_, edge.from), .to = placeOf(problem_, edge.to)};
    if (!isProgramOrder(places))
      clause.edges.push_back(places);
  }
  addTransitiveEdges(clause.edges);
  return clause;
}

void LearningSolver::learn(const Question& question, const Answer& answer) {
  Question needed = question;
  needed.edges = answer.core;
  Clause clause = clauseOf(needed);
  // Edges that are not in the core still say which events happen.
  clause.happens = clauseOf(question).happens;
  near_ = prober_.nearOf(question);
  if (isRefuted(clause)) {
    dropEdges(clause);
    if (learning_ == Learning::Clauses) {
      shortenPrefixes(clause);
      widenEdges(clause);
      prober_.refutes(clause, near_, &clauses_.reasons());
    } else {
      dropPrefixes(clause);
    }
  }
  clauses_.add(std::move(clause));
}

bool LearningSolver::isRefuted(const Clause& clause) {
  return prober_.refutes(clause, near_);
}

// Keeps a change if the clause is still refuted.
template <typename Change>
bool LearningSolver::attempt(Clause& clause, Change change) {
  Clause changed = clause;
  change(changed);
  if (!isRefuted(changed))
    return false;
  clause = std::move(changed);
  return true;
}

void LearningSolver::dropEdges(Clause& clause) {
  for (std::size_t i = clause.edges.size(); i-- > 0;)
    attempt(clause, [&](Clause& changed) {
      changed.edges.erase(changed.edges.begin() + static_cast<std::ptrdiff_t>(i));
    });
}

// What only edges that are not needed require does not have to happen.
void LearningSolver::dropPrefixes(Clause& clause) {
  Question rest;
  for (const PlaceEdge& edge : clause.edges)
    rest.edges.push_back({.from = eventAt(problem_, edge.from), .to = eventAt(problem_, edge.to)});
  const Clause needed = clauseOf(rest);
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    if (needed.happens[thread] < clause.happens[thread])
      attempt(clause, [&](Clause& changed) { changed.happens[thread] = needed.happens[thread]; });
}

void LearningSolver::shortenPrefixes(Clause& clause) {
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    move(clause, [=](Clause& of) -> auto& { return of.happens[thread]; }, 0);
}

void LearningSolver::widenEdges(Clause& clause) {
  for (std::size_t i = 0; i < clause.edges.size(); ++i) {
    move(clause, [=](Clause& of) -> auto& { return of.edges[i].from.position; }, 0);
    const std::vector<Event>& events = problem_.eventsOf(clause.edges[i].to.thread);
    move(
        clause,
        [=](Clause& of) -> auto& { return of.edges[i].to.position; },
        static_cast<std::uint32_t>(events.size() - 1));
  }
}

// Moves a number of the clause as far as possible towards the limit. A good place is usually near, so that the steps
// double, and halve after the first failure.
template <typename At>
void LearningSolver::move(Clause& clause, At at, std::uint32_t limit) {
  std::uint32_t step = 1;
  bool hasFailed = false;
  const auto attemptMove = [&](std::uint32_t distance) {
    const std::uint32_t now = at(clause);
    const std::uint32_t left = now < limit ? limit - now : now - limit;
    distance = std::min(distance, left);
    return distance > 0 && attempt(clause, [&](Clause& changed) {
             at(changed) = now < limit ? now + distance : now - distance;
           });
  };
  if (attemptMove(~std::uint32_t{0}))
    return;
  while (step > 0 && at(clause) != limit) {
    hasFailed |= !attemptMove(step);
    step = hasFailed ? step / 2 : step * 2;
  }
}

} // namespace heddle::solve
