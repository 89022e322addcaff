// SPDX-License-Identifier: Apache-2.0
#include "report/names.h"

#include <algorithm>
#include <fmt/core.h>
#include <map>

#include "report/source_text.h"
#include "report/values.h"

namespace heddle::report {

using model::Event;
using model::EventKind;

Names::Names(const model::Trace& trace,
             const Places& places,
             Symbolizer& symbolizer,
             SourceFiles& sources)
    : trace_(trace), places_(places), globalNames_(trace.locations.size()),
      eventNames_(trace.events.size()), locationNames_(trace.locations.size()),
      aliases_(trace.locations.size()) {
  nameGlobals(symbolizer);
  nameByFirstUse(sources);
  noteAliases();
  makeDistinct();
}

void Names::nameGlobals(Symbolizer& symbolizer) {
  std::vector<std::uint64_t> addresses;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < std::min(trace_.globals.size(), trace_.locations.size()); ++i) {
    if (trace_.globals[i] == 0)
      continue;
    addresses.push_back(trace_.globals[i]);
    indices.push_back(i);
  }
  if (addresses.empty())
    return;
  auto names = symbolizer.nameGlobals(addresses);
  names.resize(addresses.size());
  for (std::size_t i = 0; i < indices.size(); ++i)
    globalNames_[indices[i]] = std::move(names[i]);
  locationNames_ = globalNames_;
}

// Only what the user wrote: names inside library headers mean nothing to them.
std::string Names::written(std::size_t index, SourceFiles& sources) const {
  const Event& event = trace_.events[index];
  if (places_.siteIsUsers(event)) {
    const model::Site* site = places_.site(event.site);
    if (!site->variable.empty())
      return site->variable;
  }
  const auto& place = places_.ofEvent(index);
  if (!isUserCode(place.file) || !places_.isExact(index))
    return {};
  return objectAt(sources.line(place.file, place.line), place.column);
}

void Names::nameByFirstUse(SourceFiles& sources) {
  for (std::size_t i = 0; i < trace_.events.size(); ++i) {
    const Event& event = trace_.events[i];
    if (event.location == 0 || event.location >= locationNames_.size())
      continue;
    if (event.kind == EventKind::LockShared || event.kind == EventKind::TryLockShared)
      sharedLocks_.insert(event.location);
    eventNames_[i] = written(i, sources);
    auto& name = locationNames_[event.location];
    if (name.empty())
      name = eventNames_[i];
  }
  for (std::size_t i = 0; i < locationNames_.size(); ++i) {
    if (locationNames_[i].empty())
      locationNames_[i] = readableLocation(trace_.locations[i]);
  }
}

void Names::noteAliases() {
  for (const auto& event : trace_.events) {
    if (!event.isPointer || event.value == 0 || event.value >= aliases_.size())
      continue;
    const model::Site* site = places_.site(event.site);
    if (site != nullptr && places_.siteIsUsers(event) && aliases_[event.value].empty())
      aliases_[event.value] = site->variable;
  }
}

// What tells a location from others of the same name.
std::string Names::detail(std::size_t location) const {
  return aliases_[location].empty() ? readableLocation(trace_.locations[location])
                                    : aliases_[location];
}

void Names::makeDistinct() {
  std::map<std::string, std::vector<std::size_t>> byName;
  for (std::size_t i = 1; i < locationNames_.size(); ++i)
    byName[locationNames_[i]].push_back(i);
  for (const auto& [name, indices] : byName) {
    if (indices.size() < 2)
      continue;
    std::map<std::string, unsigned> used;
    for (const std::size_t i : indices) {
      std::string text = detail(i);
      const unsigned times = ++used[text];
      if (text == name)
        text.clear();
      if (times > 1)
        text += (text.empty() ? "no. " : ", no. ") + std::to_string(times);
      if (!text.empty())
        locationNames_[i] = fmt::format("{} ({})", name, text);
    }
  }
}

std::string Names::variable(std::size_t index) const {
  const Event& event = trace_.events[index];
  return eventNames_[index].empty() ? location(event.location) : eventNames_[index];
}

const std::string& Names::location(std::uint32_t index) const {
  return index < locationNames_.size() ? locationNames_[index] : none_;
}

std::string Names::pointee(std::uint64_t index) const {
  if (index == 0)
    return "null";
  if (index >= globalNames_.size())
    return "a pointer";
  return globalNames_[index].empty() ? readableLocation(trace_.locations[index])
                                     : globalNames_[index];
}

EventKind Names::lockOperation(std::uint32_t location) const {
  return sharedLocks_.contains(location) ? EventKind::LockShared : EventKind::Lock;
}

std::string objectPhrase(EventKind operation, const std::string& name) {
  const std::string quoted = name.empty() ? "" : " `" + name + "`";
  switch (operation) {
  case EventKind::Lock:
  case EventKind::TryLock:
  case EventKind::Unlock:
    return (name.empty() ? "a mutex" : "mutex") + quoted;
  case EventKind::LockShared:
  case EventKind::TryLockShared:
  case EventKind::UnlockShared:
    return (name.empty() ? "a reader-writer lock" : "reader-writer lock") + quoted;
  case EventKind::CondWait:
  case EventKind::CondSignal:
  case EventKind::CondBroadcast:
    return (name.empty() ? "a condition variable" : "condition variable") + quoted;
  case EventKind::SemaphoreWait:
  case EventKind::SemaphorePost:
    return (name.empty() ? "a semaphore" : "semaphore") + quoted;
  case EventKind::BarrierWait:
    return (name.empty() ? "a barrier" : "barrier") + quoted;
  case EventKind::FutexWait:
  case EventKind::FutexWake:
    return name.empty() ? "an atomic to change" : "a change of" + quoted;
  case EventKind::Once:
    return "an initialisation in progress";
  default:
    return name.empty() ? "an event" : quoted.substr(1);
  }
}

std::string threadName(unsigned thread) {
  return "T" + std::to_string(thread);
}

} // namespace heddle::report
