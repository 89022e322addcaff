// SPDX-License-Identifier: Apache-2.0
#include "trace_builder.h"

#include <algorithm>
#include <cstdlib>

#include "support/files.h"

namespace heddle::golden {

using model::Event;
using model::EventKind;

std::string sourceDirectory() {
  return HEDDLE_GOLDEN_SOURCES;
}

std::vector<std::vector<model::SourcePlace>>
TableSymbolizer::symbolize(const std::vector<model::Frame>& frames) {
  std::vector<std::vector<model::SourcePlace>> answers;
  for (const auto& frame : frames) {
    const auto found = places.find(frame.pc);
    answers.push_back(found == places.end() ? std::vector<model::SourcePlace>() : found->second);
  }
  return answers;
}

std::vector<std::string> TableSymbolizer::nameGlobals(const std::vector<std::uint64_t>& addresses) {
  std::vector<std::string> names;
  for (const auto address : addresses)
    names.push_back(globals[address]);
  return names;
}

TraceBuilder::TraceBuilder(model::FindingKind kind, std::uint16_t thread, model::Message message) {
  trace.kind = kind;
  trace.thread = thread;
  trace.message = std::move(message);
  trace.locations = {{}};
  trace.stacks = {{}};
}

TraceBuilder& TraceBuilder::in(const std::string& file) {
  path_ = joinPath(sourceDirectory(), file);
  return *this;
}

std::uint64_t
TraceBuilder::call(std::uint32_t line, std::uint32_t column, const std::string& function) {
  nextPc_ += 16;
  symbolizer.places[nextPc_ - 1] = {{path_, line, column, function}};
  return nextPc_;
}

std::uint64_t TraceBuilder::libraryCall(const std::string& function, std::uint64_t caller) {
  nextPc_ += 16;
  auto places = symbolizer.places[caller - 1];
  places.insert(places.begin(), {"/usr/include/c++/12/header", 99, 7, function});
  symbolizer.places[nextPc_ - 1] = std::move(places);
  return nextPc_;
}

std::vector<model::Frame> TraceBuilder::stack(const std::vector<std::uint64_t>& calls) const {
  std::vector<model::Frame> frames;
  for (const auto pc : calls)
    frames.push_back({pc, "", pc});
  return frames;
}

std::int64_t TraceBuilder::site(std::uint32_t line,
                                std::uint32_t column,
                                const std::string& function,
                                const std::string& variable) {
  const auto id = static_cast<std::uint32_t>(trace.sites.size() + 10);
  trace.sites.push_back({id, path_, line, column, function, variable});
  return id;
}

std::uint32_t TraceBuilder::location(const std::string& text) {
  model::MemoryLocation location;
  if (!model::memoryLocationFromText(text, location))
    std::abort(); // a case that is written wrongly
  const auto found = std::find(trace.locations.begin(), trace.locations.end(), location);
  if (found != trace.locations.end())
    return static_cast<std::uint32_t>(found - trace.locations.begin());
  trace.locations.push_back(location);
  return static_cast<std::uint32_t>(trace.locations.size() - 1);
}

std::uint32_t TraceBuilder::global(const std::string& name) {
  const auto index = static_cast<std::uint32_t>(trace.locations.size());
  trace.locations.push_back({.region = model::Region::Global, .offset = 8 * index});
  trace.globals.resize(index + 1);
  trace.globals[index] = 0x404000 + 8 * index;
  symbolizer.globals[trace.globals[index]] = name;
  return index;
}

TraceBuilder& TraceBuilder::access(std::uint16_t thread,
                                   EventKind kind,
                                   std::int64_t site,
                                   std::uint32_t location,
                                   std::int64_t value) {
  Event event;
  event.step = trace.events.size() + 1;
  event.thread = thread;
  event.kind = kind;
  event.site = site;
  event.location = location;
  event.size = 4;
  event.hasValue = true;
  event.value = static_cast<std::uint32_t>(value);
  trace.events.push_back(event);
  return *this;
}

TraceBuilder& TraceBuilder::operation(std::uint16_t thread,
                                      EventKind kind,
                                      std::uint64_t call,
                                      std::uint32_t location) {
  Event event;
  event.step = trace.events.size() + 1;
  event.thread = thread;
  event.kind = kind;
  event.location = location;
  event.callerPc = call;
  trace.events.push_back(event);
  return *this;
}

TraceBuilder& TraceBuilder::other(std::uint16_t thread, EventKind kind, std::uint64_t value) {
  operation(thread, kind, 0);
  trace.events.back().hasValue = true;
  trace.events.back().value = value;
  return *this;
}

TraceBuilder&
TraceBuilder::beginCall(std::uint16_t thread, unsigned lane, const std::string& text) {
  model::TracedCall call;
  call.lane = static_cast<std::uint8_t>(lane);
  for (const model::TracedCall& earlier : trace.calls)
    call.index = static_cast<std::uint16_t>(call.index + (earlier.lane == lane ? 1 : 0));
  call.thread = thread;
  other(thread, model::EventKind::CallBegin, 0);
  call.firstStep = trace.events.back().step;
  const std::size_t dot = text.find('.') + 1;
  callNames.push_back({.lane = lane,
                       .index = call.index,
                       .text = text,
                       .method = text.substr(dot, text.find('(') - dot)});
  trace.calls.push_back(std::move(call));
  return *this;
}

TraceBuilder& TraceBuilder::endCall(std::uint16_t thread, const std::string& result) {
  other(thread, model::EventKind::CallEnd, 0);
  for (auto call = trace.calls.rbegin(); call != trace.calls.rend(); ++call) {
    if (call->thread != thread || call->lastStep != 0)
      continue;
    call->lastStep = trace.events.back().step;
    call->result = result;
    call->comparable = true;
    break;
  }
  return *this;
}

model::Finding TraceBuilder::build(unsigned preemptions) {
  trace.eventCount = trace.events.size();
  model::FindingRecord record;
  record.kind = trace.kind;
  record.position.execution = 7;
  record.message = trace.message;
  record.schedule.segments.resize(2 * preemptions + 1);
  for (unsigned i = 0; i < preemptions; ++i)
    record.schedule.segments[2 * i].preempted = true;
  record.originalSteps = 41;
  record.originalPreemptions = 9;
  record.seen = 3;
  model::Finding finding =
      explain::buildFinding(trace, record, symbolizer, {sourceDirectory(), callNames});
  finding.replays = 5;
  finding.replaysFailed = 5;
  return finding;
}

model::RunResult explored(std::vector<model::Finding> findings) {
  model::RunResult result;
  result.command = "explore";
  result.target = "program.cpp";
  result.completeness.tests = 1;
  result.verdict = verdictOf(result.completeness, !findings.empty());
  result.findings = std::move(findings);
  unsigned number = 0;
  for (auto& finding : result.findings)
    finding.id = "000" + std::to_string(++number);
  result.stats.executions = 1842;
  result.stats.seconds = 2.1;
  result.stats.totalSeconds = 3.5;
  result.stats.firstFinding.execution = result.findings.empty() ? 0 : 7;
  result.stats.serialExecutions = 2;
  result.stats.warmUpExecutions = 5;
  result.stats.minimisingExecutions = result.findings.empty() ? 0 : 40;
  result.stats.replayExecutions = 3 * result.findings.size();
  result.stats.firstFindingSeconds = 0.002;
  result.stats.peakRssMb = 12.3;
  result.stats.seed = 1;
  result.stats.events = 81'000;
  result.stats.points = 40'000;
  result.stats.switches = 20'000;
  result.stats.failures = 3;
  result.stats.threads = 3;
  result.stats.strategy = "random";
  result.stats.tests = 1;
  result.outDirectory = "heddle-out";
  return result;
}

void addPatterns(model::RunResult& result, std::uint64_t observedExecutions) {
  result.stats.observedExecutions = observedExecutions;
  result.patterns.emplace();
  result.patterns->patterns = 41;
  result.patterns->estimatedPatterns = 312;
  result.patterns->growth = {{.seconds = 0.01, .execution = 1, .patterns = 12},
                             {.seconds = 0.5, .execution = 510, .patterns = 41}};
}

} // namespace heddle::golden
