// SPDX-License-Identifier: Apache-2.0
// Problem: a trace has millions of questions, and an SMT solver takes milliseconds to seconds for each.
// Idea: nearly all of them are settled by rules that turn constraints into edges (a lock is free before it is taken again,
// a read with one possible write comes after it), until there is a contradiction or nothing new. Then a greedy order,
// close to that of the trace, is usually a solution. Only if it gets stuck, something is open: a read with several
// possible writes, two spans of a lock, a write that may come between a read and its writer. Each way to decide it is
// tried, the one of the trace first. If everything is decided, every order that respects the edges is a solution, so that
// the search is complete.
#include "solve/graph_solver.h"

#include <algorithm>

namespace heddle::solve {

namespace {

// Most contradictions are found without looking at events that are farther than this from those of the question.
constexpr Event kNear = 100;

} // namespace

GraphSolver::GraphSolver(const OrderProblem& problem, unsigned branches, std::uint64_t work)
    : problem_(problem), mostBranches_(branches), mostWork_(work), graph_(problem),
      reads_(problem, graph_), locks_(problem, graph_), linearisation_(problem, graph_) {}

Answer GraphSolver::solve(const Question& question) {
  const Mark start = mark();
  Answer answer{.feasibility = begin(question) ? search() : Feasibility::Infeasible};
  if (answer.feasibility == Feasibility::Feasible)
    answer.order = linearisation_.order();
  else if (answer.feasibility == Feasibility::Infeasible)
    answer.core = question.edges;
  undo(start);
  return answer;
}

void GraphSolver::undo(const Mark& mark) {
  graph_.undo(mark.graph);
  reads_.undo(mark.reads);
}

bool GraphSolver::refutes(const Question& question, const Reasons* only) {
  const Mark start = mark();
  const bool isOpen = begin(question, only);
  undo(start);
  return !isOpen;
}

bool GraphSolver::refutes(const Clause& clause, const Range& range, Reasons* found) {
  const Mark start = mark();
  restart(std::nullopt);
  const bool isOpen = post(clause) && saturate({.range = range, .found = found});
  undo(start);
  return !isOpen;
}

Range GraphSolver::nearOf(const Question& question) const {
  return rangeOf(problem_, question, kNear);
}

bool GraphSolver::begin(const Question& question, const Reasons* only) {
  restart(question.read);
  return post(question) && saturate({.range = nearOf(question), .only = only});
}

void GraphSolver::restart(const std::optional<WantedRead>& read) {
  branches_ = 0;
  endOfWork_ = graph_.work() + mostWork_;
  reads_.want(read);
  linearisation_.want(read);
}

// Unlike events of a question, those of an edge may be such that do not happen: they are after all that do.
bool GraphSolver::post(const Clause& clause) {
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    if (clause.happens[thread] > 0)
      graph_.require(problem_.eventsOf(thread)[clause.happens[thread] - 1], false);
  return std::ranges::all_of(clause.edges, [this](const PlaceEdge& edge) {
    return graph_.addEdge(eventAt(problem_, edge.from), eventAt(problem_, edge.to));
  });
}

bool GraphSolver::post(const Question& question) {
  for (const Event event : question.events)
    graph_.require(event, false);
  if (question.read)
    graph_.require(question.read->event, false);
  for (const Edge& edge : question.edges) {
    graph_.require(edge.from, false);
    graph_.require(edge.to, false);
    if (!graph_.addEdge(edge.from, edge.to))
      return false;
  }
  return true;
}

// Applies the rules until they add nothing.
bool GraphSolver::saturate(const RuleScope& scope) {
  std::uint64_t changes = 0;
  do {
    changes = graph_.changes();
    graph_.close();
    if (!locks_.apply(scope) || !reads_.apply(scope, endOfWork_))
      return false;
  } while (graph_.changes() != changes && graph_.work() <= endOfWork_);
  return true;
}

Feasibility GraphSolver::search() {
  if (!saturate({.range = {.begin = 0, .end = problem_.size()}}))
    return Feasibility::Infeasible;
  if (graph_.work() > endOfWork_)
    return Feasibility::Unknown;
  const bool isOrdered = linearisation_.run();
  graph_.addWork(linearisation_.order().size() * problem_.threadCount());
  if (isOrdered)
    return Feasibility::Feasible;
  ++branches_;
  if (isExhausted())
    return Feasibility::Unknown;
  Feasibility result = Feasibility::Infeasible;
  // What blocks the greedy order is decided first.
  for (const Event event : linearisation_.blocked())
    if (branchOnEvent(event, result))
      return result;
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
    for (std::uint32_t i = 0; i < graph_.length(thread); ++i)
      if (branchOnEvent(problem_.eventsOf(thread)[i], result))
        return result;
  return Feasibility::Unknown;
}

// Goes one way. True: the search ends here.
template <typename Decide>
bool GraphSolver::attempt(Decide decide, Feasibility& result) {
  const Mark start = mark();
  const Feasibility found = decide() ? search() : Feasibility::Infeasible;
  if (found == Feasibility::Feasible) {
    result = found;
    return true;
  }
  undo(start);
  if (found == Feasibility::Unknown)
    result = found;
  return isExhausted();
}

bool GraphSolver::branchOnEvent(Event event, Feasibility& result) {
  if (branchOnLock(event, result))
    return true;
  bool isOpen = false;
  reads_.forEachReadOf(event, [&](const KeptRead& read) {
    isOpen = branchOnRead(read, result);
    return !isOpen;
  });
  return isOpen;
}

bool GraphSolver::branchOnLock(Event acquired, Feasibility& result) {
  const std::optional<LockRules::Pair> pair = locks_.undecided(acquired);
  if (!pair)
    return false;
  const Span* first = pair->one;
  const Span* second = pair->other;
  if (second->acquired < first->acquired)
    std::swap(first, second);
  if (!attempt([&] { return locks_.putBefore(*first, *second); }, result))
    attempt([&] { return locks_.putBefore(*second, *first); }, result);
  return true;
}

bool GraphSolver::branchOnRead(const KeptRead& read, Feasibility& result) {
  if (reads_.isDecided(read))
    return branchOnDisturber(read, result);
  branchOnWriter(read, result);
  return true;
}

void GraphSolver::branchOnWriter(const KeptRead& read, Feasibility& result) {
  std::vector<Event> writers = reads_.writersOf(read);
  // The closest before the read in the trace is the one it returned there.
  const auto distance = [&](Event writer) {
    const Event at = writer == ReadRules::kInitial ? 0 : writer + 1;
    return at <= read.event ? read.event - at : problem_.size() + at;
  };
  std::ranges::sort(writers, {}, distance);
  for (const Event writer : writers) {
    const auto decide = [&] {
      reads_.choose(read, writer);
      return true;
    };
    if (attempt(decide, result))
      break;
  }
}

// A read-modify-write that reads what it read in the trace may write the value that is read. If it comes last, it is tried
// as the writer, so that here it only has to be out of the way.
bool GraphSolver::branchOnDisturber(const KeptRead& read, Feasibility& result) {
  const Event disturber = reads_.disturberOf(read);
  if (disturber == kNoEvent)
    return false;
  const Event writer = reads_.writerOf(read);
  const auto later = [&] { return graph_.addEdge(read.event, disturber); };
  const auto earlier = [&] {
    return writer != ReadRules::kInitial && graph_.addEdge(disturber, writer);
  };
  if (disturber > read.event) {
    if (!attempt(later, result))
      attempt(earlier, result);
  } else if (!attempt(earlier, result)) {
    attempt(later, result);
  }
  return true;
}

} // namespace heddle::solve
