// SPDX-License-Identifier: Apache-2.0
#include "explain/names.h"

#include <algorithm>
#include <map>

#include "explain/source_text.h"
#include "explain/values.h"

namespace heddle::explain {

using model::Event;
using model::EventKind;
using model::Region;
using model::ValueKind;

namespace {

// A report shows where in the heap memory lies; of locals and globals no more than whose they are.
model::MemoryLocation shownPlace(model::MemoryLocation location) {
  if (location.region == Region::Heap)
    return location;
  return {.region = location.region, .number = location.number};
}

// What tells an object from others in a report when it has no name.
model::MemoryLocation shownPart(const model::Object& object) {
  return object.name.empty() ? shownPlace(object.location) : model::MemoryLocation();
}

using ShownPlace = std::pair<std::string, model::MemoryLocation>;

// What tells it from others of the same name.
ShownPlace tellingPart(const model::Object& object) {
  if (object.alias.empty())
    return {"", shownPlace(object.location)};
  return {object.alias, {}};
}

} // namespace

Names::Names(const model::Trace& trace,
             const Places& places,
             Symbolizer& symbolizer,
             SourceFiles& sources)
    : trace_(trace), places_(places), globalNames_(trace.locations.size()),
      eventNames_(trace.events.size()), objects_(trace.locations.size()) {
  for (std::size_t i = 0; i < objects_.size(); ++i)
    objects_[i].location = trace.locations[i];
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
    objects_[indices[i]].name = globalNames_[indices[i]] = names[i];
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
    if (event.location == 0 || event.location >= objects_.size())
      continue;
    if (event.kind == EventKind::LockShared || event.kind == EventKind::TryLockShared)
      sharedLocks_.insert(event.location);
    eventNames_[i] = written(i, sources);
    std::string& name = objects_[event.location].name;
    if (name.empty())
      name = eventNames_[i];
  }
}

void Names::noteAliases() {
  for (const auto& event : trace_.events) {
    if (!event.isPointer || event.value == 0 || event.value >= objects_.size())
      continue;
    const model::Site* site = places_.site(event.site);
    if (site != nullptr && places_.siteIsUsers(event) && objects_[event.value].alias.empty())
      objects_[event.value].alias = site->variable;
  }
}

void Names::makeDistinct() {
  std::map<ShownPlace, std::vector<std::size_t>> byName;
  for (std::size_t i = 1; i < objects_.size(); ++i)
    byName[{objects_[i].name, shownPart(objects_[i])}].push_back(i);
  for (const auto& [name, indices] : byName) {
    if (indices.size() < 2)
      continue;
    std::map<ShownPlace, std::uint32_t> used;
    for (const std::size_t i : indices) {
      model::Object& object = objects_[i];
      object.isAmbiguous = true;
      object.number = ++used[tellingPart(object)];
    }
  }
}

model::Object Names::variable(std::size_t index) const {
  if (eventNames_[index].empty())
    return location(trace_.events[index].location);
  model::Object object;
  object.name = eventNames_[index];
  object.location = location(trace_.events[index].location).location;
  return object;
}

const model::Object& Names::location(std::uint32_t index) const {
  return index < objects_.size() ? objects_[index] : none_;
}

model::Value Names::pointee(std::uint64_t index) const {
  if (index == 0)
    return {.kind = ValueKind::Null};
  if (index >= globalNames_.size())
    return {.kind = ValueKind::Pointer};
  if (!globalNames_[index].empty())
    return {.kind = ValueKind::Name, .text = globalNames_[index]};
  return {.kind = ValueKind::Address, .location = trace_.locations[index]};
}

EventKind Names::lockOperation(std::uint32_t location) const {
  return sharedLocks_.contains(location) ? EventKind::LockShared : EventKind::Lock;
}

} // namespace heddle::explain
