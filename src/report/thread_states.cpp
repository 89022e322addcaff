// SPDX-License-Identifier: Apache-2.0
#include "report/thread_states.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "report/functions.h"

namespace heddle::report {

using model::Event;
using model::EventKind;
using model::FindingKind;
using model::ThreadState;

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

std::string endState(const model::Trace& trace, std::uint16_t thread) {
  const auto last = std::ranges::find_if(std::ranges::reverse_view(trace.events),
                                         [&](const Event& e) { return e.thread == thread; });
  if (last == trace.events.rend())
    return "not started";
  if (last->kind == EventKind::ThreadExit)
    return "finished";
  return last->kind == EventKind::Blocked ? "waiting" : "running";
}

std::vector<std::string>
heldBy(const model::Trace& trace, const Places& places, const Names& names, std::uint16_t thread) {
  std::vector<std::string> holds;
  for (const auto& held : trace.held) {
    if (held.thread != thread)
      continue;
    std::string text =
        objectPhrase(names.lockOperation(held.location), names.location(held.location));
    const auto stack = places.stack(held.acquiredAt);
    if (!stack.empty())
      text += ", locked at " + placeText(stack.front());
    holds.push_back(std::move(text));
  }
  return holds;
}

} // namespace

bool isWaiting(FindingKind kind) {
  return kind == FindingKind::Deadlock || kind == FindingKind::LostWakeup;
}

std::string placeText(const model::SourcePlace& place) {
  if (place.file.empty())
    return place.function.empty() ? "an unknown place" : place.function;
  return place.file + ":" + std::to_string(place.line);
}

std::string waitPhrase(const model::BlockedThread& blocked, const Names& names) {
  if (blocked.operation == EventKind::ThreadJoin)
    return blocked.holder >= 0 ? threadName(static_cast<unsigned>(blocked.holder)) + " to finish"
                               : "a thread to finish";
  if (blocked.operation == EventKind::Sleep)
    return "time to pass";
  const EventKind operation = blocked.operation == EventKind::Lock
                                  ? names.lockOperation(blocked.location)
                                  : blocked.operation;
  std::string text = objectPhrase(operation, names.location(blocked.location));
  if (blocked.holder == blocked.thread)
    return text + ", which it holds itself";
  if (blocked.holder >= 0)
    text += " held by " + threadName(static_cast<unsigned>(blocked.holder));
  return text;
}

std::vector<ThreadState>
buildThreadStates(const model::Trace& trace, const Places& places, const Names& names) {
  auto entries = entryFunctions(trace, places);
  std::vector<ThreadState> states;
  std::set<std::uint16_t> done;
  const auto add = [&](std::uint16_t thread, std::string state, auto stack) {
    done.insert(thread);
    states.push_back({thread,
                      entries[thread],
                      std::move(state),
                      heldBy(trace, places, names, thread),
                      std::move(stack)});
  };
  const bool oneFailed = !isWaiting(trace.kind) && trace.kind != FindingKind::DataRace;
  if (oneFailed)
    add(trace.thread, "failed", places.failingStack());
  for (const bool joins : {false, true}) {
    for (const auto& blocked : trace.blocked) {
      const bool isNext = (blocked.operation == EventKind::ThreadJoin) == joins;
      if (isNext && !done.contains(blocked.thread))
        add(blocked.thread, "waits for " + waitPhrase(blocked, names), places.stack(blocked.stack));
    }
  }
  std::set<std::uint16_t> others{trace.thread};
  for (const auto& event : trace.events)
    others.insert(event.thread);
  for (const auto thread : others) {
    if (!done.contains(thread))
      add(thread, endState(trace, thread), std::vector<model::SourcePlace>());
  }
  return states;
}

} // namespace heddle::report
