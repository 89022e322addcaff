// SPDX-License-Identifier: Apache-2.0
#include "solve/order_problem.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::solve {

Event OrderProblem::addEvent(Thread thread) {
  HEDDLE_CHECK(thread < threads_.size()) << "thread " << thread << " of " << threads_.size();
  const Event event = size();
  threadOf_.push_back(thread);
  positionOf_.push_back(static_cast<std::uint32_t>(threads_[thread].size()));
  accessBegins_.push_back(accessCount());
  threads_[thread].push_back(event);
  return event;
}

void OrderProblem::addAccess(const Access& access) {
  HEDDLE_CHECK(size() > 0) << "an access without an event";
  if (access.location >= initialValues_.size())
    initialValues_.resize(access.location + 1);
  accesses_.push_back(access);
}

void OrderProblem::addEdge(const Edge& edge) {
  HEDDLE_CHECK(edge.from < edge.to && edge.to < size())
      << "an edge from event " << edge.from << " to " << edge.to << " of " << size();
  edges_.push_back(edge);
}

void OrderProblem::setInitialValue(Location location, std::uint64_t value) {
  if (location >= initialValues_.size())
    initialValues_.resize(location + 1);
  initialValues_[location] = value;
}

std::uint32_t OrderProblem::lockCount() const {
  std::uint32_t count = 0;
  for (const Span& span : spans_)
    count = std::max(count, span.lock + 1);
  return count;
}

Range rangeOf(const OrderProblem& problem, const Question& question, Event margin) {
  Event first = problem.size();
  Event last = 0;
  const auto add = [&](Event event) {
    first = std::min(first, event);
    last = std::max(last, event);
  };
  for (const Event event : question.events)
    add(event);
  for (const Edge& edge : question.edges) {
    add(edge.from);
    add(edge.to);
  }
  if (question.read)
    add(question.read->event);
  if (first > last)
    return {};
  return {.begin = first > margin ? first - margin : 0,
          .end = std::min(last + margin + 1, problem.size())};
}

} // namespace heddle::solve
