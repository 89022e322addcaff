// SPDX-License-Identifier: Apache-2.0
#include "exhaustive_solver.h"

#include <algorithm>
#include <set>
#include <vector>

namespace heddle::solve {

namespace {

struct State {
  std::vector<std::uint32_t> next; // by thread
  std::vector<std::uint32_t>
      hasLeft; // by thread: it read another value, or stops; it releases its locks
  std::vector<std::uint64_t> memory;
  auto operator<=>(const State&) const = default;
};

class Search {
public:
  Search(const OrderProblem& problem, const Question& question)
      : problem_(problem), question_(question) {}

  bool run() {
    State state{.next = std::vector<std::uint32_t>(problem_.threadCount()),
                .hasLeft = std::vector<std::uint32_t>(problem_.threadCount()),
                .memory = {}};
    for (Location location = 0; location < problem_.locationCount(); ++location)
      state.memory.push_back(problem_.initialValue(location));
    return visit(state);
  }

private:
  bool visit(const State& state) {
    if (!seen_.insert(state).second)
      return false;
    if (isAnswer(state))
      return true;
    for (Thread thread = 0; thread < problem_.threadCount(); ++thread) {
      if (state.hasLeft[thread] != 0)
        continue;
      if (State leaves = state; holdsLock(state, thread)) {
        leaves.hasLeft[thread] = 1;
        if (visit(leaves))
          return true;
      }
      if (state.next[thread] == problem_.eventsOf(thread).size())
        continue;
      const Event event = problem_.eventsOf(thread)[state.next[thread]];
      if (isAllowed(state, event) && visit(after(state, event)))
        return true;
    }
    return false;
  }

  bool happened(const State& state, Event event) const {
    return problem_.positionOf(event) < state.next[problem_.threadOf(event)];
  }

  bool isAnswer(const State& state) const {
    return std::ranges::all_of(question_.events,
                               [&](Event event) { return happened(state, event); }) &&
           std::ranges::all_of(question_.edges,
                               [&](const Edge& edge) { return happened(state, edge.to); }) &&
           (!question_.read || happened(state, question_.read->event));
  }

  bool isAllowed(const State& state, Event event) const {
    for (const auto* edges : {&problem_.edges(), &question_.edges})
      for (const Edge& edge : *edges)
        if (edge.to == event && !happened(state, edge.from))
          return false;
    if (const std::optional<WantedRead>& read = question_.read) {
      if (read->event == event && state.memory[read->location] != read->value)
        return false;
      const bool isOfReader = problem_.threadOf(event) == problem_.threadOf(read->event);
      if (isOfReader && problem_.positionOf(event) > problem_.positionOf(read->event))
        return false;
    }
    for (const Span& span : problem_.spans())
      if (span.acquired == event)
        for (const Span& other : problem_.spans())
          if (span.excludes(other) && isHeld(state, other))
            return false;
    return true;
  }

  bool holdsLock(const State& state, Thread thread) const {
    return std::ranges::any_of(problem_.spans(), [&](const Span& span) {
      return span.thread == thread && isHeld(state, span);
    });
  }

  bool isHeld(const State& state, const Span& span) const {
    return (span.acquired == kNoEvent || happened(state, span.acquired)) &&
           (span.released == kNoEvent ||
            (!happened(state, span.released) && state.hasLeft[span.thread] == 0));
  }

  State after(State state, Event event) const {
    bool readsSame = true;
    for (const Access& access : problem_.accessesOf(event))
      readsSame = readsSame && (!access.reads || state.memory[access.location] == access.readValue);
    for (const Access& access : problem_.accessesOf(event))
      if (access.writes)
        state.memory[access.location] = readsSame ? access.writtenValue : ~std::uint64_t{event};
    state.hasLeft[problem_.threadOf(event)] = readsSame ? 0 : 1;
    ++state.next[problem_.threadOf(event)];
    return state;
  }

  const OrderProblem& problem_;
  const Question& question_;
  std::set<State> seen_;
};

} // namespace

bool isFeasible(const OrderProblem& problem, const Question& question) {
  return Search(problem, question).run();
}

} // namespace heddle::solve
