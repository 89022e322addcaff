// SPDX-License-Identifier: Apache-2.0
#include "explore/trace_builder.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include "explore/signature.h"

namespace heddle::explore {

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
  void addEvents(const TraceRecorder& recorder);
  void addThreads();
  void addRaces(std::uint64_t signature);
  model::Trace finish();

private:
  std::int64_t site(const abi::SiteRecord* record);
  std::uint32_t location(std::uintptr_t address);
  model::Event event(const RecordedEvent& from, const TraceRecorder& recorder);
  void headline(const runtime::Race& race);

  const ModuleMap& modules_;
  model::Trace trace_;
  std::map<std::int64_t, const abi::SiteRecord*> sites_;
  std::map<std::uintptr_t, std::uint32_t> byAddress_;
  std::map<std::string, std::uint32_t> byText_;
};

std::int64_t TraceBuilder::site(const abi::SiteRecord* record) {
  if (record == nullptr)
    return -1;
  std::size_t count = 0;
  std::int64_t id = record - runtime::siteTable(&count);
  sites_.emplace(id, record);
  return id;
}

std::uint32_t TraceBuilder::location(std::uintptr_t address) {
  if (address == 0)
    return 0;
  auto [found, isNew] = byAddress_.try_emplace(address, 0);
  if (!isNew)
    return found->second;
  std::array<char, 128> text;
  std::string description(text.data(), runtime::describeAddress(address, text.data(), text.size()));
  auto next = static_cast<std::uint32_t>(trace_.locations.size());
  auto [known, isNewText] = byText_.try_emplace(description, next);
  found->second = known->second;
  if (isNewText) {
    trace_.globals.push_back(description.starts_with("global") ? address : 0);
    trace_.locations.push_back(std::move(description));
  }
  return found->second;
}

void TraceBuilder::addOutcome(const runtime::Outcome& outcome) {
  trace_.kind = static_cast<model::FindingKind>(outcome.kind);
  trace_.thread = outcome.thread;
  trace_.site = site(outcome.site);
  trace_.message = outcome.message;
  trace_.exitStatus = outcome.exitStatus;
  trace_.unsupported = outcome.unsupported;
  trace_.hash = runtime::traceHash();
  trace_.eventCount = outcome.events;
  trace_.stack = modules_.frames(outcome.stack);
  if (outcome.relatedWhat != nullptr) {
    trace_.relatedWhat = outcome.relatedWhat;
    trace_.relatedThread = outcome.relatedThread == runtime::kNoThread ? -1 : outcome.relatedThread;
    trace_.relatedStack = modules_.frames(outcome.relatedStack);
  }
  std::size_t bytes = 0;
  const char* output = runtime::output(&bytes);
  trace_.output.assign(output, bytes);
}

model::Event TraceBuilder::event(const RecordedEvent& from, const TraceRecorder& recorder) {
  model::Event to;
  to.step = from.step;
  to.thread = from.thread;
  to.kind = static_cast<model::EventKind>(from.kind);
  to.site = site(from.site);
  to.location = location(from.address);
  to.size = from.size;
  to.hasValue = from.hasValue;
  to.isPointer = from.site != nullptr && from.site->isPointer != 0 && from.hasValue;
  to.value = to.isPointer ? location(from.value) : from.value;
  const auto& callers = recorder.stacks()[from.stack];
  if (from.site == nullptr && !callers.empty())
    to.callerPc = callers.front();
  to.stack = from.stack;
  return to;
}

void TraceBuilder::addEvents(const TraceRecorder& recorder) {
  for (const RecordedEvent& recorded : recorder.events())
    trace_.events.push_back(event(recorded, recorder));
  trace_.eventsLeftOut = recorder.eventsLeftOut();
  if (recorder.stacks().size() > 1)
    trace_.stacks = recorder.stacks();
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
  return std::move(trace_);
}

} // namespace

model::Trace buildTrace(const TraceRecorder& recorder,
                        const ModuleMap& modules,
                        const runtime::Outcome& outcome,
                        std::uint64_t signature) {
  TraceBuilder builder(modules);
  builder.addOutcome(outcome);
  builder.addEvents(recorder);
  builder.addThreads();
  builder.addRaces(signature);
  return builder.finish();
}

} // namespace heddle::explore
