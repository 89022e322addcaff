// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

// What is known about the order of events: a partial order as vector clocks, and how much of each thread has to happen.
// All of it can be undone.
class OrderGraph {
public:
  // Knows program order and the fixed edges.
  explicit OrderGraph(const OrderProblem& problem);

  bool isBefore(Event one, Event other) const {
    return one != other && clock(other, problem_.threadOf(one)) > problem_.positionOf(one);
  }
  // How many events of `thread` are before `event`. Counts the event itself for its own thread.
  std::uint32_t clock(Event event, Thread thread) const {
    return clocks_[std::size_t{event} * threads_ + thread];
  }
  // False: the edge closes a cycle, and the graph has a conflict.
  bool addEdge(Event from, Event to);

  // How many events of a thread happen.
  std::uint32_t length(Thread thread) const { return lengths_[thread]; }
  bool happens(Event event) const {
    return problem_.positionOf(event) < lengths_[problem_.threadOf(event)];
  }
  // How many of them must read the values of the trace.
  std::uint32_t kept(Thread thread) const { return kept_[thread]; }
  bool keepsValues(Event event) const {
    return problem_.positionOf(event) < kept_[problem_.threadOf(event)];
  }
  // The event has to happen, and everything before it. `keeps`: it must also read what it read, because something
  // depends on what it does; otherwise only what its thread did before must be the same.
  void require(Event event, bool keeps);
  // Requires what is before the events that happen. True: there was something.
  bool close();

  // Grows with every edge and every requirement.
  std::uint64_t changes() const { return changes_; }

  // What has been done so far: clocks joined, and what the rules add. Unlike time it is the same in every process.
  std::uint64_t work() const { return work_; }
  void addWork(std::uint64_t amount) { work_ += amount; }
  // What it costs to find the last event of a thread with some property; to join one component of a clock costs 1.
  // Measured.
  static constexpr std::uint64_t kWorkPerThread = 8;

  struct Mark {
    std::size_t clocks, edges, lengths, kept;
  };
  Mark mark() const {
    return {.clocks = oldClocks_.size(),
            .edges = edges_.size(),
            .lengths = oldLengths_.size(),
            .kept = oldKept_.size()};
  }
  void undo(const Mark& mark);

private:
  struct Old {
    std::size_t at;
    std::uint32_t value;
  };
  void propagate(Event from, Event to);
  bool join(Event from, Event to);

  const OrderProblem& problem_;
  std::size_t threads_;
  std::vector<std::uint32_t> clocks_;          // by event and thread
  std::vector<std::vector<Event>> successors_; // by event, along edges
  std::vector<std::uint32_t> lengths_;         // by thread
  std::vector<std::uint32_t> kept_;            // by thread
  std::uint64_t changes_ = 0;
  std::uint64_t work_ = 0;
  std::vector<Edge> worklist_; // of propagate

  // What undo needs:
  std::vector<Old> oldClocks_;
  std::vector<Event> edges_; // from where
  std::vector<Old> oldLengths_;
  std::vector<Old> oldKept_;
};

} // namespace heddle::solve
