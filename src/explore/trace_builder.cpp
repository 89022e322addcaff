// SPDX-License-Identifier: Apache-2.0
#include "explore/trace_builder.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "explore/signature.h"
#include "support/check.h"
#include "trace/reported_events.h"

namespace heddle::explore {

using trace::EventIndex;
using trace::ExecutionTrace;

namespace {

constexpr unsigned kMostBlocked = runtime::kMaxThreads;
constexpr unsigned kMostHeld = 4096;

class TraceBuilder {
public:
  explicit TraceBuilder(const ModuleMap& modules) : modules_(modules) {
    trace_.locations.emplace_back();
    trace_.globals.push_back(0);
  }

  void addOutcome(const runtime::Outcome& outcome);
  void addEvents(const ExecutionTrace& from);
  void addThreads();
  void addRaces(std::uint64_t signature);
  model::Trace finish();

private:
  std::int64_t site(const abi::SiteRecord* record);
  std::uint32_t location(std::uintptr_t address);
  model::Event event(const ExecutionTrace& from, EventIndex event);
  std::uint32_t stack(const ExecutionTrace& from, EventIndex event);
  void headline(const runtime::Race& race);

  const ModuleMap& modules_;
  model::Trace trace_;
  std::map<std::int64_t, const abi::SiteRecord*> sites_;
  std::map<std::uintptr_t, std::uint32_t> byAddress_;
  std::map<model::MemoryLocation, std::uint32_t> byLocation_;
  std::map<std::uint32_t, std::uint32_t>
      byStack_; // number in the ExecutionTrace -> number in the model
};

std::int64_t TraceBuilder::site(const abi::SiteRecord* record) {
  if (record == nullptr)
    return -1;
  std::size_t count = 0;
  std::int64_t id = record - runtime::siteTable(&count);
  HEDDLE_CHECK(id >= 0 && id < static_cast<std::int64_t>(count))
      << "site " << id << " of a table with " << count;
  sites_.emplace(id, record);
  return id;
}

std::uint32_t TraceBuilder::location(std::uintptr_t address) {
  if (address == 0)
    return 0;
  auto [found, isNew] = byAddress_.try_emplace(address, 0);
  if (!isNew)
    return found->second;
  const model::MemoryLocation location = runtime::locate(address);
  auto next = static_cast<std::uint32_t>(trace_.locations.size());
  auto [known, isNewLocation] = byLocation_.try_emplace(location, next);
  found->second = known->second;
  if (isNewLocation) {
    trace_.globals.push_back(location.region == model::Region::Global ? address : 0);
    trace_.locations.push_back(location);
  }
  return found->second;
}

void TraceBuilder::addOutcome(const runtime::Outcome& outcome) {
  trace_.kind = static_cast<model::FindingKind>(outcome.kind);
  trace_.thread = outcome.thread;
  trace_.site = site(outcome.site);
  trace_.message = model::messageOf(outcome.message);
  trace_.exitStatus = outcome.exitStatus;
  trace_.unsupported = outcome.unsupported;
  trace_.hash = runtime::traceHash();
  trace_.eventCount = outcome.events;
  trace_.stack = modules_.frames(outcome.stack);
  if (outcome.relation != runtime::Relation::None) {
    trace_.relation = static_cast<model::Relation>(outcome.relation);
    trace_.relatedThread = outcome.relatedThread == runtime::kNoThread ? -1 : outcome.relatedThread;
    trace_.relatedStack = modules_.frames(outcome.relatedStack);
  }
  std::size_t bytes = 0;
  const char* output = runtime::output(&bytes);
  trace_.output.assign(output, bytes);
}

// What a condition wait and an initialiser have as their value is an address or a detail that no report shows.
bool hasReportedValue(const ExecutionTrace& trace, EventIndex event) {
  return trace.hasValue(event) && trace.kind(event) != runtime::EventKind::CondWait &&
         trace.kind(event) != runtime::EventKind::Once;
}

model::Event TraceBuilder::event(const ExecutionTrace& from, EventIndex event) {
  const abi::SiteRecord* place = from.site(event);
  model::Event to;
  to.step = from.step(event);
  to.thread = from.thread(event);
  to.kind = static_cast<model::EventKind>(from.kind(event));
  to.site = site(place);
  to.location = location(from.address(event));
  to.size = static_cast<std::uint8_t>(std::min(from.size(event), 255u));
  to.hasValue = hasReportedValue(from, event);
  to.isPointer = place != nullptr && place->isPointer != 0 && to.hasValue;
  if (to.hasValue)
    to.value = to.isPointer ? location(from.value(event)) : from.value(event);
  if (place == nullptr && !from.callers(event).empty())
    to.callerPc = from.callers(event).front();
  to.stack = stack(from, event);
  return to;
}

// Most stacks are those of events that are not reported.
std::uint32_t TraceBuilder::stack(const ExecutionTrace& from, EventIndex event) {
  std::span<const std::uintptr_t> callers = from.callers(event);
  if (callers.empty())
    return 0;
  if (trace_.stacks.empty())
    trace_.stacks.emplace_back();
  auto [number, isNew] =
      byStack_.try_emplace(from.stack(event), static_cast<std::uint32_t>(trace_.stacks.size()));
  if (isNew)
    trace_.stacks.emplace_back(callers.begin(), callers.end());
  return number->second;
}

void TraceBuilder::addEvents(const ExecutionTrace& from) {
  trace::ReportedEvents reported = trace::reportedEvents(from);
  for (EventIndex index : reported.events)
    trace_.events.push_back(event(from, index));
  trace_.eventsLeftOut = reported.leftOut;
}

void TraceBuilder::addThreads() {
  std::vector<runtime::BlockedThread> blocked(kMostBlocked);
  blocked.resize(runtime::blockedThreads(blocked.data(), kMostBlocked));
  for (const runtime::BlockedThread& from : blocked) {
    trace_.blocked.push_back({from.thread,
                              static_cast<model::EventKind>(from.operation),
                              location(from.address),
                              from.holder == runtime::kNoThread ? -1 : from.holder,
                              modules_.frames(runtime::stackOf(from.thread))});
  }
  std::vector<runtime::HeldLock> held(kMostHeld);
  held.resize(runtime::heldLocks(held.data(), kMostHeld));
  for (const runtime::HeldLock& from : held)
    trace_.held.push_back({from.thread, location(from.address), modules_.frames(from.acquiredAt)});
}

// Makes the trace one about this race.
void TraceBuilder::headline(const runtime::Race& race) {
  trace_.kind = model::FindingKind::DataRace;
  trace_.thread = race.secondThread;
  trace_.site = site(race.secondSite);
  trace_.message = raceMessage(race);
  trace_.stack.clear();
}

void TraceBuilder::addRaces(std::uint64_t signature) {
  std::size_t count = 0;
  const runtime::Race* races = runtime::races(&count);
  std::vector<runtime::Race> ordered(races, races + count);
  auto wanted = std::ranges::find_if(
      ordered, [&](const runtime::Race& race) { return raceSignature(race) == signature; });
  bool isWanted = wanted != ordered.end();
  if (isWanted)
    std::rotate(ordered.begin(), wanted, wanted + 1);
  if (isWanted || (trace_.kind == model::FindingKind::None && !ordered.empty()))
    headline(ordered.front());
  for (const runtime::Race& from : ordered) {
    model::Race to;
    to.location = location(from.address);
    to.firstThread = from.firstThread;
    to.secondThread = from.secondThread;
    to.firstSite = site(from.firstSite);
    to.secondSite = site(from.secondSite);
    to.firstIsWrite = from.firstIsWrite;
    to.secondIsWrite = from.secondIsWrite;
    to.firstStep = from.firstStep;
    to.secondStep = from.secondStep;
    trace_.races.push_back(to);
  }
}

model::Trace TraceBuilder::finish() {
  for (const auto& [id, record] : sites_) {
    model::Site to;
    to.id = static_cast<std::uint32_t>(id);
    to.file = record->file;
    to.line = record->line;
    to.column = record->column;
    to.function = record->function;
    to.variable = record->variable;
    trace_.sites.push_back(std::move(to));
  }
  HEDDLE_CHECK(trace_.globals.size() == trace_.locations.size())
      << "a trace with " << trace_.locations.size() << " locations has " << trace_.globals.size()
      << " addresses of globals";
  return std::move(trace_);
}

} // namespace

model::Trace buildTrace(const ExecutionTrace& trace,
                        const ModuleMap& modules,
                        const runtime::Outcome& outcome,
                        std::uint64_t signature) {
  TraceBuilder builder(modules);
  builder.addOutcome(outcome);
  builder.addEvents(trace);
  builder.addThreads();
  builder.addRaces(signature);
  return builder.finish();
}

} // namespace heddle::explore
