// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solve/order_graph.h"
#include "solve/order_problem.h"
#include "solve/reasons.h"
#include "solve/write_index.h"

namespace heddle::solve {

// One read that must return a certain value: that of the trace, or the one that the question wants.
struct KeptRead {
  Event event;
  std::uint32_t access; // OrderProblem::firstAccess; for the wanted read the number of accesses
  Location location;
  std::uint64_t value;
};

// Which write a kept read returns. As soon as only one can be it, everything that follows is an edge.
class ReadRules {
public:
  static constexpr Event kInitial = kNoEvent; // the value from before the trace

  ReadRules(const OrderProblem& problem, OrderGraph& graph);

  // The read that the question wants, until the next call.
  void want(const std::optional<WantedRead>& read);

  // Applies the rule to the kept reads of the scope, until the graph has done `mostWork`. Reads are visited in the order of
  // the trace, so that most of what is before them is known. False: some read has no write that it can return, or the wanted
  // read is not the last event of its thread.
  bool apply(const RuleScope& scope, std::uint64_t mostWork);

  // The writes that a read can still return; one if it is decided.
  std::vector<Event> writersOf(const KeptRead& read) const;
  bool isDecided(const KeptRead& read) const { return chosen_[read.access] != kUndecided; }
  // A write that could come between a decided read and its write. kNoEvent: there is none.
  Event disturberOf(const KeptRead& read) const;
  // Where a decided read gets its value.
  Event writerOf(const KeptRead& read) const { return chosen_[read.access]; }
  void choose(const KeptRead& read, Event writer);

  // Calls visit(read) for each kept read of an event until it returns false.
  template <typename Visit>
  bool forEachReadOf(Event event, Visit visit) const {
    if (wanted_ && wanted_->event == event && !visit(*wanted_))
      return false;
    if (!graph_.keepsValues(event))
      return true;
    std::uint32_t number = problem_.firstAccess(event);
    for (const Access& access : problem_.accessesOf(event)) {
      if (access.reads && !visit(KeptRead{.event = event,
                                          .access = number,
                                          .location = access.location,
                                          .value = access.readValue}))
        return false;
      ++number;
    }
    return true;
  }

  std::size_t mark() const { return choices_.size(); }
  void undo(std::size_t mark);

private:
  static constexpr Event kUndecided = kInitial - 1;

  bool applyTo(Event event, const RuleScope& scope);
  bool apply(const KeptRead& read);
  bool enforce(const KeptRead& read, Event writer);
  using Others = std::vector<const Write*>;
  // Finds, for each thread that writes the location, its last write of another value before the read.
  void findOthers(const KeptRead& read, Others& others) const;
  bool canReturn(const KeptRead& read, Event writer, const Others& others) const;
  bool hasTwoWriters(const KeptRead& read, const Others& others) const;
  bool writesOther(const Write& write, std::uint64_t value) const;
  const Write* lastOther(const WriteIndex::OfThread& writes, const KeptRead& read) const;
  const Write*
  firstOtherAfter(const WriteIndex::OfThread& writes, Event writer, std::uint64_t value) const;

  const OrderProblem& problem_;
  OrderGraph& graph_;
  WriteIndex writes_;
  std::vector<Event> readers_; // events that read, in the order of the trace
  std::optional<KeptRead> wanted_;
  std::vector<Event> chosen_;          // by access, the last one for the wanted read
  std::vector<std::uint32_t> choices_; // accesses, in order of time
  // By access: two writes that it could return when it was looked at last. As long as both still are possible there is
  // nothing to decide, and the others need not be looked at.
  struct Pair {
    Event one = kInitial;
    Event other = kInitial;
  };
  std::vector<Pair> possible_;
  Others others_; // of apply
};

} // namespace heddle::solve
