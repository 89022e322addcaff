// SPDX-License-Identifier: Apache-2.0
// The steps of an execution together with their events: what the search for ordered pairs looks at.
#pragma once

#include <optional>

#include "explain/steps.h"
#include "explain/values.h"
#include "model/ordered_pair.h"

namespace heddle::explain {

// Refers to the trace and the list, which must outlive it. Steps are named by their index in the list.
class PairedSteps {
public:
  PairedSteps(const model::Trace& trace, const StepList& list) : trace_(trace), list_(list) {}

  // Steps that were added at the end have no event and are left out.
  std::size_t size() const { return list_.events.size(); }
  const model::Step& step(std::size_t i) const { return list_.steps[i]; }
  const model::Event& event(std::size_t i) const { return trace_.events[list_.events[i]]; }
  std::size_t eventIndex(std::size_t i) const { return list_.events[i]; }
  const model::Trace& trace() const { return trace_; }

  std::uint16_t thread(std::size_t i) const { return step(i).thread; }
  std::uint32_t location(std::size_t i) const { return event(i).location; }
  bool reads(std::size_t i) const { return location(i) != 0 && isRead(event(i).kind); }
  bool writes(std::size_t i) const { return location(i) != 0 && isWrite(event(i).kind); }
  bool isAccess(std::size_t i) const { return reads(i) || writes(i); }
  bool isSameFunction(std::size_t a, std::size_t b) const {
    return step(a).place.file == step(b).place.file &&
           step(a).place.function == step(b).place.function;
  }
  // False only when both values are known and equal.
  bool mayDiffer(std::size_t a, std::size_t b) const {
    const model::Value& one = step(a).value;
    const model::Value& other = step(b).value;
    return one.empty() || other.empty() || one != other;
  }

  // The last step before `end` that matches.
  template <typename Matches>
  std::optional<std::size_t> lastBefore(std::size_t end, Matches matches) const {
    for (std::size_t i = end; i-- > 0;) {
      if (matches(i))
        return i;
    }
    return std::nullopt;
  }
  // The first step from `begin` on that matches.
  template <typename Matches>
  std::optional<std::size_t> firstFrom(std::size_t begin, Matches matches) const {
    for (std::size_t i = begin; i < size(); ++i) {
      if (matches(i))
        return i;
    }
    return std::nullopt;
  }

  model::PairedAccess access(std::size_t i) const {
    const model::Step& from = step(i);
    return {.step = from.number,
            .thread = from.thread,
            .kind = from.kind,
            .object = from.object,
            .place = from.place};
  }
  model::OrderedPair pair(model::PairKind kind, std::initializer_list<std::size_t> steps) const {
    model::OrderedPair pair{.kind = kind, .accesses = {}};
    for (const std::size_t i : steps)
      pair.accesses.push_back(access(i));
    return pair;
  }

private:
  const model::Trace& trace_;
  const StepList& list_;
};

} // namespace heddle::explain
