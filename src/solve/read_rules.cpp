// SPDX-License-Identifier: Apache-2.0
#include "solve/read_rules.h"

#include <algorithm>
#include <ranges>

#include "support/check.h"

namespace heddle::solve {

ReadRules::ReadRules(const OrderProblem& problem, OrderGraph& graph)
    : problem_(problem), graph_(graph), writes_(problem),
      chosen_(problem.accessCount() + 1, kUndecided), possible_(problem.accessCount() + 1) {
  for (Event event = 0; event < problem.size(); ++event)
    if (std::ranges::any_of(problem.accessesOf(event), &Access::reads))
      readers_.push_back(event);
}

void ReadRules::want(const std::optional<WantedRead>& read) {
  wanted_.reset();
  if (!read)
    return;
  const auto isRead = [&](const Access& access) {
    return access.reads && access.location == read->location;
  };
  HEDDLE_CHECK(std::ranges::any_of(problem_.accessesOf(read->event), isRead))
      << "event " << read->event << " does not read location " << read->location;
  wanted_ = {.event = read->event,
             .access = problem_.accessCount(),
             .location = read->location,
             .value = read->value};
}

bool ReadRules::apply(const RuleScope& scope, std::uint64_t mostWork) {
  if (wanted_ &&
      graph_.length(problem_.threadOf(wanted_->event)) > problem_.positionOf(wanted_->event) + 1)
    return false;
  const auto [begin, end] = scope.range;
  for (auto event = std::ranges::lower_bound(readers_, begin);
       event != readers_.end() && *event < end && graph_.work() <= mostWork;
       ++event)
    if (!applyTo(*event, scope))
      return false;
  return true;
}

bool ReadRules::applyTo(Event event, const RuleScope& scope) {
  if (scope.only != nullptr && !scope.only->hasRead(event))
    return true;
  const std::uint64_t changes = graph_.changes();
  const bool holds = forEachReadOf(event, [this](const KeptRead& read) { return apply(read); });
  if (scope.found != nullptr && (!holds || graph_.changes() != changes))
    scope.found->addRead(event);
  return holds;
}

bool ReadRules::apply(const KeptRead& read) {
  graph_.addWork(OrderGraph::kWorkPerThread * writes_.writesTo(read.location).size());
  if (isDecided(read))
    return enforce(read, writerOf(read));
  findOthers(read, others_);
  if (hasTwoWriters(read, others_))
    return true;
  const bool fromStart =
      problem_.initialValue(read.location) == read.value && canReturn(read, kInitial, others_);
  unsigned possible = fromStart ? 1 : 0;
  Event only = kInitial;
  for (const Event writer : writes_.writersOf(read.location, read.value)) {
    graph_.addWork(others_.size());
    if (!canReturn(read, writer, others_))
      continue;
    if (++possible > 1) {
      possible_[read.access] = {.one = only, .other = writer};
      return true;
    }
    only = writer;
  }
  if (possible == 0)
    return false;
  choose(read, only);
  return enforce(read, only);
}

bool ReadRules::hasTwoWriters(const KeptRead& read, const Others& others) const {
  const auto [one, other] = possible_[read.access];
  return one != other && canReturn(read, one, others) && canReturn(read, other, others);
}

// Every write of another value comes before the writer or after the read.
bool ReadRules::enforce(const KeptRead& read, Event writer) {
  if (writer != kInitial) {
    if (!graph_.addEdge(writer, read.event))
      return false;
    graph_.require(writer, true);
  }
  for (const WriteIndex::OfThread& writes : writes_.writesTo(read.location)) {
    if (const Write* earlier = lastOther(writes, read))
      if (writer == kInitial || !graph_.addEdge(earlier->event, writer))
        return false;
    if (const Write* later = firstOtherAfter(writes, writer, read.value))
      if (later->event != read.event && !graph_.addEdge(read.event, later->event))
        return false;
  }
  return true;
}

void ReadRules::findOthers(const KeptRead& read, Others& others) const {
  others.clear();
  for (const WriteIndex::OfThread& writes : writes_.writesTo(read.location))
    if (const Write* other = lastOther(writes, read))
      others.push_back(other);
}

bool ReadRules::canReturn(const KeptRead& read, Event writer, const Others& others) const {
  if (writer == kInitial)
    return others.empty();
  if (writer == read.event || graph_.isBefore(read.event, writer))
    return false;
  return std::ranges::none_of(
      others, [&](const Write* other) { return graph_.isBefore(writer, other->event); });
}

// The last write of another value that is before the read.
const Write* ReadRules::lastOther(const WriteIndex::OfThread& writes, const KeptRead& read) const {
  const bool isOwn = writes.thread == problem_.threadOf(read.event);
  const std::uint32_t before =
      isOwn ? problem_.positionOf(read.event) : graph_.clock(read.event, writes.thread);
  const auto end = std::ranges::partition_point(
      writes.writes, [&](const Write& write) { return problem_.positionOf(write.event) < before; });
  for (auto write = end; write != writes.writes.begin();)
    if ((--write)->value != read.value)
      return &*write;
  return nullptr;
}

const Write* ReadRules::firstOtherAfter(const WriteIndex::OfThread& writes,
                                        Event writer,
                                        std::uint64_t value) const {
  auto write = writes.writes.begin();
  if (writer != kInitial)
    write = std::ranges::partition_point(
        writes.writes, [&](const Write& each) { return !graph_.isBefore(writer, each.event); });
  for (; write != writes.writes.end(); ++write)
    if (write->value != value)
      return &*write;
  return nullptr;
}

std::vector<Event> ReadRules::writersOf(const KeptRead& read) const {
  if (isDecided(read))
    return {writerOf(read)};
  std::vector<Event> writers;
  Others others;
  findOthers(read, others);
  if (problem_.initialValue(read.location) == read.value && canReturn(read, kInitial, others))
    writers.push_back(kInitial);
  for (const Event writer : writes_.writersOf(read.location, read.value))
    if (canReturn(read, writer, others))
      writers.push_back(writer);
  return writers;
}

// What a read-modify-write makes of another value than that of the trace is not known.
bool ReadRules::writesOther(const Write& write, std::uint64_t value) const {
  if (write.value != value)
    return true;
  const auto reads = [](const Access& access) { return access.reads; };
  return !graph_.keepsValues(write.event) &&
         std::ranges::any_of(problem_.accessesOf(write.event), reads);
}

Event ReadRules::disturberOf(const KeptRead& read) const {
  HEDDLE_CHECK(isDecided(read)) << "read " << read.event << " has no writer yet";
  const Event writer = writerOf(read);
  for (const WriteIndex::OfThread& writes : writes_.writesTo(read.location))
    for (const Write& write : writes.writes) {
      if (!graph_.happens(write.event))
        break;
      if (write.event == writer || write.event == read.event || !writesOther(write, read.value))
        continue;
      const bool isBefore = writer != kInitial && graph_.isBefore(write.event, writer);
      if (!isBefore && !graph_.isBefore(read.event, write.event))
        return write.event;
    }
  return kNoEvent;
}

void ReadRules::choose(const KeptRead& read, Event writer) {
  HEDDLE_CHECK(!isDecided(read)) << "read " << read.event << " has a writer";
  chosen_[read.access] = writer;
  choices_.push_back(read.access);
}

void ReadRules::undo(std::size_t mark) {
  while (choices_.size() > mark) {
    chosen_[choices_.back()] = kUndecided;
    choices_.pop_back();
  }
}

} // namespace heddle::solve
