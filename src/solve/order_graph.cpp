// SPDX-License-Identifier: Apache-2.0
#include "solve/order_graph.h"

#include <algorithm>

namespace heddle::solve {

OrderGraph::OrderGraph(const OrderProblem& problem)
    : problem_(problem), threads_(problem.threadCount()), clocks_(problem.size() * threads_),
      successors_(problem.size()), lengths_(threads_), kept_(threads_) {
  for (const Edge& edge : problem.edges())
    successors_[edge.from].push_back(edge.to);
  std::vector<Event> last(threads_, kNoEvent);
  std::vector<std::vector<Event>> predecessors(problem.size());
  for (const Edge& edge : problem.edges())
    predecessors[edge.to].push_back(edge.from);
  // The order of the trace respects all edges, so that one pass is enough.
  for (Event event = 0; event < problem.size(); ++event) {
    const Thread thread = problem.threadOf(event);
    if (last[thread] != kNoEvent)
      join(last[thread], event);
    for (const Event from : predecessors[event])
      join(from, event);
    clocks_[event * threads_ + thread] = problem.positionOf(event) + 1;
    last[thread] = event;
  }
  oldClocks_.clear();
}

bool OrderGraph::addEdge(Event from, Event to) {
  if (isBefore(from, to))
    return true;
  if (from == to || isBefore(to, from))
    return false;
  ++changes_;
  successors_[from].push_back(to);
  edges_.push_back(from);
  propagate(from, to);
  return true;
}

void OrderGraph::propagate(Event from, Event to) {
  worklist_.push_back({.from = from, .to = to});
  while (!worklist_.empty()) {
    const Edge edge = worklist_.back();
    worklist_.pop_back();
    work_ += threads_;
    if (!join(edge.from, edge.to))
      continue;
    for (const Event next : successors_[edge.to])
      worklist_.push_back({.from = edge.to, .to = next});
    const std::vector<Event>& own = problem_.eventsOf(problem_.threadOf(edge.to));
    if (const std::uint32_t next = problem_.positionOf(edge.to) + 1; next < own.size())
      worklist_.push_back({.from = edge.to, .to = own[next]});
  }
}

// False: `to` knew everything.
bool OrderGraph::join(Event from, Event to) {
  bool hasGrown = false;
  const std::size_t source = std::size_t{from} * threads_;
  const std::size_t target = std::size_t{to} * threads_;
  for (std::size_t thread = 0; thread < threads_; ++thread) {
    if (clocks_[source + thread] <= clocks_[target + thread])
      continue;
    oldClocks_.push_back({.at = target + thread, .value = clocks_[target + thread]});
    clocks_[target + thread] = clocks_[source + thread];
    hasGrown = true;
  }
  return hasGrown;
}

void OrderGraph::require(Event event, bool keeps) {
  const Thread thread = problem_.threadOf(event);
  const std::uint32_t length = problem_.positionOf(event) + 1;
  const std::uint32_t kept = keeps ? length : length - 1;
  if (length > lengths_[thread]) {
    oldLengths_.push_back({.at = thread, .value = lengths_[thread]});
    lengths_[thread] = length;
    ++changes_;
  }
  if (kept > kept_[thread]) {
    oldKept_.push_back({.at = thread, .value = kept_[thread]});
    kept_[thread] = kept;
    ++changes_;
  }
}

// The last event of a thread that happens has the largest clock.
bool OrderGraph::close() {
  const std::uint64_t before = changes_;
  for (bool hasGrown = true; hasGrown;) {
    const std::uint64_t then = changes_;
    for (Thread thread = 0; thread < threads_; ++thread) {
      if (lengths_[thread] == 0)
        continue;
      const Event last = problem_.eventsOf(thread)[lengths_[thread] - 1];
      for (Thread other = 0; other < threads_; ++other)
        if (const std::uint32_t needed = clock(last, other); other != thread && needed > 0)
          require(problem_.eventsOf(other)[needed - 1], false);
    }
    hasGrown = changes_ != then;
  }
  return changes_ != before;
}

namespace {

template <typename Olds, typename Values>
void takeBack(Olds& olds, std::size_t size, Values& values) {
  while (olds.size() > size) {
    values[olds.back().at] = olds.back().value;
    olds.pop_back();
  }
}

} // namespace

void OrderGraph::undo(const Mark& mark) {
  takeBack(oldClocks_, mark.clocks, clocks_);
  takeBack(oldLengths_, mark.lengths, lengths_);
  takeBack(oldKept_, mark.kept, kept_);
  while (edges_.size() > mark.edges) {
    successors_[edges_.back()].pop_back();
    edges_.pop_back();
  }
}

} // namespace heddle::solve
