// SPDX-License-Identifier: Apache-2.0
#include "explain/thread_states.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "explain/functions.h"

namespace heddle::explain {

using model::Event;
using model::EventKind;
using model::FindingKind;
using model::ThreadState;
using model::ThreadStatus;

namespace {

// The first user function each thread enters; without function events, the outermost one on its stack,
// else the first one it is seen in.
std::map<std::uint16_t, std::string> entryFunctions(const model::Trace& trace,
                                                    const Places& places) {
  std::map<std::uint16_t, std::string> entries;
  std::map<std::uint16_t, std::string> seen;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    const auto& place = places.ofEvent(i);
    if (place.function.empty() || !isUserCode(place.file))
      continue;
    seen.try_emplace(event.thread, shortFunction(place.function));
    if (event.kind == EventKind::FunctionEntry && places.siteIsUsers(event))
      entries.try_emplace(event.thread, shortFunction(place.function));
  }
  for (const auto& blocked : trace.blocked) {
    const auto stack = places.stack(blocked.stack);
    if (!stack.empty())
      entries.try_emplace(blocked.thread, shortFunction(stack.back().function));
  }
  entries.merge(seen);
  entries[0] = "main";
  return entries;
}

ThreadStatus statusAtEnd(const model::Trace& trace, std::uint16_t thread) {
  const auto last = std::ranges::find_if(std::ranges::reverse_view(trace.events),
                                         [&](const Event& e) { return e.thread == thread; });
  if (last == trace.events.rend())
    return ThreadStatus::NotStarted;
  if (last->kind == EventKind::ThreadExit)
    return ThreadStatus::Finished;
  return last->kind == EventKind::Blocked ? ThreadStatus::Waiting : ThreadStatus::Running;
}

// Builds the list, thread by thread.
class StateList {
public:
  StateList(const model::Trace& trace,
            const Places& places,
            const Names& names,
            ObjectTable& objects)
      : trace_(trace), places_(places), names_(names), objects_(objects),
        entries_(entryFunctions(trace, places)) {}

  ThreadState& add(std::uint16_t thread, ThreadStatus status) {
    done_.insert(thread);
    ThreadState state;
    state.thread = thread;
    state.entry = entries_[thread];
    state.status = status;
    state.holds = heldBy(thread);
    states_.push_back(std::move(state));
    return states_.back();
  }

  void addBlocked(const model::BlockedThread& blocked) {
    ThreadState& state = add(blocked.thread, ThreadStatus::WaitingFor);
    const bool isLock = blocked.operation == EventKind::Lock;
    state.wait = {.operation = isLock ? names_.lockOperation(blocked.location) : blocked.operation,
                  .object = objects_.indexOf(names_.location(blocked.location)),
                  .holder = blocked.holder};
    state.stack = places_.stack(blocked.stack);
  }

  bool contains(std::uint16_t thread) const { return done_.contains(thread); }
  std::vector<ThreadState> take() { return std::move(states_); }

private:
  std::vector<model::HeldObject> heldBy(std::uint16_t thread) const {
    std::vector<model::HeldObject> holds;
    for (const auto& held : trace_.held) {
      if (held.thread != thread)
        continue;
      const auto stack = places_.stack(held.acquiredAt);
      holds.push_back({.operation = names_.lockOperation(held.location),
                       .object = objects_.indexOf(names_.location(held.location)),
                       .place = stack.empty() ? model::SourcePlace() : stack.front()});
    }
    return holds;
  }

  const model::Trace& trace_;
  const Places& places_;
  const Names& names_;
  ObjectTable& objects_;
  std::map<std::uint16_t, std::string> entries_;
  std::set<std::uint16_t> done_;
  std::vector<ThreadState> states_;
};

} // namespace

std::vector<ThreadState> buildThreadStates(const model::Trace& trace,
                                           const Places& places,
                                           const Names& names,
                                           ObjectTable& objects) {
  StateList states(trace, places, names, objects);
  if (!isWaiting(trace.kind) && trace.kind != FindingKind::DataRace)
    states.add(trace.thread, ThreadStatus::Failed).stack = places.failingStack();
  for (const bool joins : {false, true}) {
    for (const auto& blocked : trace.blocked) {
      const bool isNext = (blocked.operation == EventKind::ThreadJoin) == joins;
      if (isNext && !states.contains(blocked.thread))
        states.addBlocked(blocked);
    }
  }
  std::set<std::uint16_t> others{trace.thread};
  for (const auto& event : trace.events)
    others.insert(event.thread);
  for (const auto thread : others) {
    if (!states.contains(thread))
      states.add(thread, statusAtEnd(trace, thread));
  }
  return states.take();
}

} // namespace heddle::explain
