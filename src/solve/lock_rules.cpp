// SPDX-License-Identifier: Apache-2.0
#include "solve/lock_rules.h"

#include <algorithm>

namespace heddle::solve {

LockRules::LockRules(const OrderProblem& problem, OrderGraph& graph)
    : problem_(problem), graph_(graph),
      spans_(problem.lockCount(), std::vector<OfThread>(problem.threadCount())) {
  for (const Span& span : problem.spans()) {
    (span.acquired == kNoEvent ? initial_ : later_).push_back(&span);
    OfThread& own = spans_[span.lock][span.thread];
    own.all.push_back(&span);
    if (!span.shared)
      own.exclusive.push_back(&span);
  }
  std::ranges::sort(later_, {}, &Span::acquired);
}

bool LockRules::apply(const RuleScope& scope) {
  const auto holds = [&](const Span* span) { return apply(*span, scope); };
  return std::ranges::all_of(initial_, holds) &&
         std::all_of(firstFrom(scope.range.begin), firstFrom(scope.range.end), holds);
}

bool LockRules::apply(const Span& span, const RuleScope& scope) {
  if (!isTaken(span) || (scope.only != nullptr && !scope.only->hasLock(span.lock)))
    return true;
  const std::uint64_t changes = graph_.changes();
  const bool holds = applyTo(span);
  if (scope.found != nullptr && (!holds || graph_.changes() != changes))
    scope.found->addLock(span.lock);
  return holds;
}

std::vector<const Span*>::const_iterator LockRules::firstFrom(Event acquired) const {
  return std::ranges::lower_bound(later_, acquired, {}, &Span::acquired);
}

// The event after which the lock is free: its release, or the last event of the thread that has to happen.
Event LockRules::endOf(const Span& span) const {
  if (graph_.happens(span.released) || !isTaken(span))
    return span.released;
  return problem_.eventsOf(span.thread)[graph_.length(span.thread) - 1];
}

bool LockRules::mustPrecede(const Span& first, const Span& second) const {
  return first.acquired == kNoEvent || second.released == kNoEvent ||
         graph_.isBefore(first.acquired, endOf(second));
}

// What holds for a span of another thread holds for the later ones of that thread, so that the first is enough.
bool LockRules::applyTo(const Span& span) {
  graph_.addWork(OrderGraph::kWorkPerThread * problem_.threadCount());
  for (Thread thread = 0; thread < problem_.threadCount(); ++thread) {
    if (thread == span.thread)
      continue;
    const OfThread& theirs = spans_[span.lock][thread];
    const std::vector<const Span*>& others = span.shared ? theirs.exclusive : theirs.all;
    const auto first = std::ranges::partition_point(
        others, [&](const Span* other) { return !mustPrecede(span, *other); });
    if (first != others.end() && isTaken(**first) && !putBefore(span, **first))
      return false;
  }
  return true;
}

bool LockRules::putBefore(const Span& first, const Span& second) {
  if (second.acquired == kNoEvent || first.released == kNoEvent)
    return false;
  return graph_.addEdge(endOf(first), second.acquired);
}

std::optional<LockRules::Pair> LockRules::undecided(Event acquired) const {
  for (auto at = firstFrom(acquired); at != later_.end() && (*at)->acquired == acquired; ++at) {
    const Span& span = **at;
    if (!isTaken(span))
      continue;
    for (const OfThread& theirs : spans_[span.lock])
      for (const Span* other : theirs.all)
        if (isTaken(*other) && span.excludes(*other) && !mustPrecede(span, *other) &&
            !mustPrecede(*other, span))
          return Pair{.one = &span, .other = other};
  }
  return std::nullopt;
}

} // namespace heddle::solve
