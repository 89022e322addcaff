// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/order_graph.h"
#include "solve/order_problem.h"
#include "solve/reasons.h"

namespace heddle::solve {

// Spans of a lock that exclude each other do not overlap: if one begins before the other ends, it ends before the other
// begins.
class LockRules {
public:
  LockRules(const OrderProblem& problem, OrderGraph& graph);

  // Applies the rule to the spans of the scope. False: two spans overlap.
  bool apply(const RuleScope& scope);

  // The span comes before the other. False: that is impossible.
  bool putBefore(const Span& first, const Span& second);

  // Two spans whose order is open, one of which begins with the event.
  struct Pair {
    const Span* one;
    const Span* other;
  };
  std::optional<Pair> undecided(Event acquired) const;

private:
  struct OfThread {
    std::vector<const Span*> all; // in program order
    std::vector<const Span*> exclusive;
  };
  // A thread that does nothing releases what it holds from the beginning, if it ever does.
  bool isTaken(const Span& span) const {
    if (span.acquired != kNoEvent)
      return graph_.happens(span.acquired);
    return span.released == kNoEvent || graph_.length(span.thread) > 0;
  }
  Event endOf(const Span& span) const;
  bool mustPrecede(const Span& first, const Span& second) const;
  bool apply(const Span& span, const RuleScope& scope);
  bool applyTo(const Span& span);
  // Those that begin with the event, or later.
  std::vector<const Span*>::const_iterator firstFrom(Event acquired) const;

  const OrderProblem& problem_;
  OrderGraph& graph_;
  std::vector<const Span*> initial_;         // held from the beginning
  std::vector<const Span*> later_;           // in the order of their beginnings
  std::vector<std::vector<OfThread>> spans_; // by lock and thread
};

} // namespace heddle::solve
