// SPDX-License-Identifier: Apache-2.0
#include "calls/start_state.h"

#include <algorithm>
#include <utility>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::calls {

namespace {

constexpr std::ptrdiff_t kEffectsPerTrace = 3;

bool changesState(const StartState& start, const Option& option) {
  return option.alone.cameBack() && option.alone.state != start.state;
}

bool mayWake(const StartState& start, const Option& option) {
  return changesState(start, option) || (option.alone.cameBack() && option.alone.notifies);
}

// `second` run after `first`; alone if `first` does not change anything.
SoloCall
after(const StartState& start, const Option& first, const Option& second, Behaviour& behaviour) {
  if (!changesState(start, first))
    return second.alone;
  Path path = start.prefix;
  path.push_back(first.call);
  return behaviour.run(path, first.alone.state, second.call);
}

bool takesAnotherPath(const SoloCall& alone, const SoloCall& later) {
  return later.outcome != alone.outcome || later.coverage != alone.coverage;
}

bool returnsSomethingElse(const SoloCall& alone, const SoloCall& later) {
  return alone.comparable && later.comparable && alone.value != later.value;
}

Influence influenceOf(const StartState& start,
                      const Option& first,
                      const Option& second,
                      const SoloCall& firstLater,
                      const SoloCall& secondLater) {
  if (takesAnotherPath(first.alone, firstLater) || takesAnotherPath(second.alone, secondLater))
    return Influence::Trace;
  // Alone, it waits in every state: the other may be what wakes it.
  if ((first.alone.waits() && mayWake(start, second)) ||
      (second.alone.waits() && mayWake(start, first)))
    return Influence::Trace;
  // Alone, neither continues: they may wait for each other, as at a barrier.
  if (first.alone.waits() && second.alone.waits())
    return Influence::Order;
  bool firstChanges = changesState(start, first), secondChanges = changesState(start, second);
  if (firstChanges && secondChanges && firstLater.state != secondLater.state)
    return Influence::Order;
  if (returnsSomethingElse(first.alone, firstLater) ||
      returnsSomethingElse(second.alone, secondLater))
    return Influence::Order;
  return firstChanges || secondChanges ? Influence::Writes : Influence::None;
}

std::uint64_t traces(const SoloCall& alone, const SoloCall& later) {
  return Hasher()
      .add(alone.coverage)
      .add(static_cast<unsigned>(alone.outcome))
      .add(later.coverage)
      .add(static_cast<unsigned>(later.outcome))
      .value();
}

bool leadsTo(std::uint64_t wanted, const Path& path, Behaviour& behaviour) {
  Path done;
  std::uint64_t state = 0;
  for (CallId next : path) {
    SoloCall call = behaviour.run(done, state, next);
    if (!call.cameBack())
      return false;
    done.push_back(next);
    state = call.state;
  }
  return state == wanted;
}

} // namespace

// Leaves out halves, quarters, ... and finally single calls, from the end to the beginning.
Path shortened(const Path& prefix, std::uint64_t state, Behaviour& behaviour) {
  HEDDLE_CHECK(!prefix.empty()) << "a prefix without the call that makes the object";
  Path path = prefix;
  for (std::size_t chunk = path.size(); chunk > 0; chunk /= 2)
    for (std::size_t end = path.size(); end > 1;) {
      std::size_t begin = end > chunk ? end - chunk : 1;
      Path shorter = path;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(begin),
                    shorter.begin() + static_cast<std::ptrdiff_t>(end));
      if (leadsTo(state, shorter, behaviour))
        path = std::move(shorter);
      end = begin;
    }
  HEDDLE_CHECK(path.front() == prefix.front()) << "the call that makes the object was left out";
  return path;
}

std::size_t addOptions(StartState& start,
                       const std::vector<CallId>& calls,
                       const CallCatalogue& catalogue,
                       Behaviour& behaviour) {
  std::size_t firstNew = start.options.size();
  for (CallId call : calls) {
    SoloCall alone = behaviour.run(start.prefix, start.state, call);
    // Calls of other parts of a test are run to know their results.
    bool usable = (alone.cameBack() || alone.waits()) && catalogue.mayBeIn(call, abi::kInLanes);
    auto sameTrace = [&](const Option& other) { return other.alone.coverage == alone.coverage; };
    auto sameEffect = [&](const Option& other) {
      return sameTrace(other) && other.alone.state == alone.state;
    };
    if (!usable || std::ranges::any_of(start.options, sameEffect) ||
        std::ranges::count_if(start.options, sameTrace) >= kEffectsPerTrace)
      continue;
    start.options.push_back(
        {.call = call, .operation = catalogue.call(call).operation, .alone = alone});
  }
  return firstNew;
}

std::vector<OptionIndices> candidatesAt(const StartState& start,
                                        std::size_t from,
                                        const Dependencies& dependencies,
                                        const Contracts& contracts) {
  std::vector<OptionIndices> candidates;
  const std::vector<Option>& options = start.options;
  HEDDLE_CHECK(from <= options.size())
      << "options from " << from << " on, there are " << options.size();
  // By the first call, so that the runs of all second calls share its checkpoint.
  for (std::size_t first = 0; first < options.size(); ++first)
    for (std::size_t second = std::max(first, from); second < options.size(); ++second)
      if (!dependencies.isPruned(options[first].operation, options[second].operation) &&
          contracts.mayOverlap(options[first].operation, options[second].operation))
        candidates.push_back({.first = first, .second = second});
  return candidates;
}

OptionPair pairOf(const StartState& start, const OptionIndices& options, Behaviour& behaviour) {
  const auto& [first, second] = options;
  HEDDLE_CHECK(first <= second && second < start.options.size())
      << "options " << first << " and " << second << " of " << start.options.size();
  const Option& a = start.options[first];
  const Option& b = start.options[second];
  SoloCall bLater = after(start, a, b, behaviour);
  SoloCall aLater = first == second ? bLater : after(start, b, a, behaviour);
  Influence influence = influenceOf(start, a, b, aLater, bLater);
  std::uint64_t one = traces(a.alone, aLater), other = traces(b.alone, bLater);
  std::uint64_t key = Hasher()
                          .add(std::min(one, other))
                          .add(std::max(one, other))
                          .add(static_cast<unsigned>(influence))
                          .value();
  return {.first = first, .second = second, .influence = influence, .key = key};
}

} // namespace heddle::calls
