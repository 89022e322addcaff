// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/order_graph.h"
#include "solve/order_problem.h"

namespace heddle::solve {

// Puts the events that happen into one order, as close to that of the trace as the graph allows. It is greedy: if it
// gets stuck, there may be another order. Can be used again when the graph has changed.
class Linearisation {
public:
  Linearisation(const OrderProblem& problem, const OrderGraph& graph);

  // The read that the question wants, until the next call.
  void want(const std::optional<WantedRead>& read) { wanted_ = read; }

  bool run();
  // The order that it found, if run() succeeded.
  const std::vector<Event>& order() const { return order_; }
  // The next event of each thread, none of which can happen, if run() got stuck.
  std::vector<Event> blocked() const;

private:
  // How many threads hold a lock in each way.
  struct Holders {
    std::uint32_t writers = 0;
    std::uint32_t readers = 0;
  };

  void begin();
  Event chooseNext() const;
  bool canHappen(Event event) const;
  bool isDone(Thread thread) const { return next_[thread] == graph_.length(thread); }
  bool readsSame(Event event) const;
  std::uint32_t& holdersLike(const Span& span) {
    Holders& holders = locks_[span.lock];
    return span.shared ? holders.readers : holders.writers;
  }
  bool overwritesAwaited(Event event) const;
  bool mustRead(Event event, Location location, std::uint64_t value) const;
  bool isAwaited(Location location, std::uint64_t value, Thread writer) const;
  void execute(Event event);
  void releaseAll(Thread thread);

  const OrderProblem& problem_;
  const OrderGraph& graph_;
  std::optional<WantedRead> wanted_;
  // The spans that each event begins, and those that it ends:
  std::vector<std::vector<const Span*>> taken_;
  std::vector<std::vector<const Span*>> released_;
  std::vector<std::vector<const Span*>> spansOf_; // by thread
  std::vector<std::vector<std::vector<Event>>>
      accesses_; // by location and thread, in program order

  std::vector<std::uint32_t> next_;   // by thread
  std::vector<std::uint64_t> memory_; // by location
  std::vector<Holders> locks_;        // by lock
  std::vector<Event> order_;
};

} // namespace heddle::solve
