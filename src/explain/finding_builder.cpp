// SPDX-License-Identifier: Apache-2.0
// Trace -> Finding. Each part is a file of its own: places (where), names (what), steps (in which
// order), conflicts (what matters), thread_states.
#include <algorithm>
#include <ranges>

#include "explain/conflicts.h"
#include "explain/explain.h"
#include "explain/names.h"
#include "explain/ordered_pairs.h"
#include "explain/places.h"
#include "explain/root_causes.h"
#include "explain/source_files.h"
#include "explain/steps.h"
#include "explain/thread_states.h"
#include "runtime/abi/calls.h"

namespace heddle::explain {

using model::Finding;
using model::FindingKind;
using model::SourcePlace;
using model::Step;

namespace {

// Enough to see what happened; the schedule in the same file gives the rest by replay.
constexpr std::size_t kMaxSteps = 2000;

bool endsWithAFailingStep(FindingKind kind) {
  switch (kind) {
  case FindingKind::None:
  case FindingKind::DataRace:
  case FindingKind::Deadlock:
  case FindingKind::LostWakeup:
  case FindingKind::Livelock:
  case FindingKind::Leak:
  case FindingKind::ExitStatus:
  case FindingKind::Linearizability:
  case FindingKind::EscapedReference:
  case FindingKind::WeakConsistency:
    return false;
  default:
    return true;
  }
}

const Step* lastStepOf(const StepList& list, std::uint16_t thread) {
  const auto found = std::ranges::find_if(std::ranges::reverse_view(list.steps),
                                          [&](const Step& step) { return step.thread == thread; });
  return found == list.steps.rend() ? nullptr : &*found;
}

// The second access of a race was the one that made it a race; of an interrupted sequence of accesses, the last one.
SourcePlace lastEssential(const model::Trace& trace, const StepList& list, const Places& places) {
  for (const auto& step : std::ranges::reverse_view(list.steps)) {
    if (step.essential && isUserCode(step.place.file))
      return step.place;
  }
  return trace.races.empty() ? SourcePlace() : places.ofSite(trace.races.front().secondSite);
}

SourcePlace locate(const model::Trace& trace,
                   const Finding& finding,
                   const StepList& list,
                   const Places& places) {
  if (trace.kind == FindingKind::DataRace || trace.kind == FindingKind::Linearizability ||
      trace.kind == FindingKind::WeakConsistency || trace.kind == FindingKind::EscapedReference)
    return lastEssential(trace, list, places);
  for (const auto& state : finding.threads) {
    if (isWaiting(trace.kind) && !state.stack.empty() && isUserCode(state.stack.front().file))
      return state.stack.front();
  }
  if (!finding.stack.empty() && isUserCode(finding.stack.front().file))
    return finding.stack.front();
  // What matters about a leak is where the memory came from.
  if (trace.kind == FindingKind::Leak && !finding.related.stack.empty())
    return finding.related.stack.front();
  SourcePlace site = places.ofSite(trace.site);
  if (isUserCode(site.file))
    return site;
  const Step* last = lastStepOf(list, trace.thread);
  return last != nullptr ? last->place : site;
}

// What the two threads of a race did, and their callers.
void describeRacers(const StepList& list,
                    const Places& places,
                    std::vector<model::ThreadState>& threads) {
  for (std::size_t i = 0; i < list.steps.size(); ++i) {
    const Step& step = list.steps[i];
    const auto racer = std::ranges::find_if(
        threads, [&](const auto& state) { return state.thread == step.thread; });
    if (!step.essential || racer == threads.end())
      continue;
    racer->status = model::ThreadStatus::Accessing;
    racer->access = step.kind;
    racer->object = step.object;
    racer->stack = places.stackOfEvent(list.events[i]);
  }
}

// The name of what the failing access works on; "" when the user has no name for it.
std::string accessedName(const model::Trace& trace, const Places& places) {
  const model::Site* site = places.site(trace.site);
  if (site == nullptr || !isUserCode(places.ofSite(trace.site).file))
    return {};
  return site->variable;
}

// The user's name for the memory of the race, at one of its two accesses.
model::Object racedObject(const model::Race& race, const Places& places, const Names& names) {
  model::Object object = names.location(race.location);
  for (const auto id : {race.secondSite, race.firstSite}) {
    const model::Site* site = places.site(id);
    if (site == nullptr || site->variable.empty() || !isUserCode(places.ofSite(id).file))
      continue;
    object = {};
    object.name = site->variable;
    object.location = names.location(race.location).location;
  }
  return object;
}

model::RaceSides sidesOf(const model::Race& race, model::ObjectIndex object) {
  return {.firstThread = race.firstThread,
          .secondThread = race.secondThread,
          .firstWrites = race.firstIsWrite,
          .secondWrites = race.secondIsWrite,
          .object = object};
}

void copyRecord(const model::FindingRecord& record, Finding& finding) {
  finding.severityReason = record.severityReason;
  finding.schedule = record.schedule;
  finding.preemptions = preemptions(record.schedule);
  finding.originalPreemptions = record.originalPreemptions;
  finding.originalEvents = record.originalSteps;
  finding.position = record.position;
  finding.seen = record.seen;
  finding.seconds = record.seconds;
  finding.signature = record.signature;
  finding.test = record.test;
  finding.sequencePair = record.sequencePair;
  finding.explanation = record.explanation;
}

// Threads of the class may have come before those of the lanes.
std::vector<std::uint16_t> threadsOfLanes(const model::Trace& trace) {
  std::vector<std::uint16_t> threads(abi::kLanes);
  for (const auto& call : trace.calls)
    threads[call.lane] = call.thread;
  return threads;
}

bool isConcurrent(unsigned lane) {
  return lane != abi::kPrefixLane && lane != abi::kEpilogueLane;
}

std::vector<std::string> concurrentMethods(const std::vector<CallName>& calls) {
  std::vector<std::string> methods;
  for (const CallName& call : calls)
    if (isConcurrent(call.lane) && call.index == 0)
      methods.push_back(call.method);
  return methods;
}

model::CallOutcome outcomeOf(const model::TracedCall& call) {
  if (call.lastStep == 0)
    return {.end = model::CallEnd::StillRunning};
  if (call.threw)
    return {.end = model::CallEnd::Threw};
  return {.end = model::CallEnd::Returned, .text = call.result};
}

// A thread of a generated test is called after what it calls.
void addCalls(const model::Trace& trace,
              const std::vector<CallName>& names,
              std::vector<model::ThreadState>& threads) {
  if (trace.calls.empty())
    return;
  for (auto& state : threads) {
    state.isTest = state.thread == 0;
    for (const auto& call : trace.calls) {
      const auto name = std::ranges::find_if(names, [&](const CallName& candidate) {
        return candidate.lane == call.lane && candidate.index == call.index;
      });
      if (call.thread == state.thread && name != names.end())
        state.calls.push_back({.source = name->text, .outcome = outcomeOf(call)});
    }
  }
}

} // namespace

bool isWaiting(FindingKind kind) {
  return kind == FindingKind::Deadlock || kind == FindingKind::LostWakeup;
}

Finding buildFinding(const model::Trace& trace,
                     const model::FindingRecord& record,
                     Symbolizer& symbolizer,
                     const BuildOptions& options) {
  SourceFiles sources(options.workingDirectory);
  const Places places(trace, symbolizer, options);
  const Names names(trace, places, symbolizer, sources);
  ObjectTable objects;
  StepList list = buildSteps(trace, places, names, options.calls, objects);
  markEssential(trace, list);

  Finding finding;
  copyRecord(record, finding);
  finding.kind = trace.kind;
  finding.message = trace.message;
  finding.thread = trace.thread;
  finding.accessed = accessedName(trace, places);
  finding.methods = concurrentMethods(options.calls);
  finding.threads = buildThreadStates(trace, places, names, objects);
  finding.why = explainingPairs(trace, list, finding.threads, objects);
  limitSteps(list, kMaxSteps);
  addCalls(trace, options.calls, finding.threads);
  if (!finding.explanation.empty())
    finding.explanation.threads = threadsOfLanes(trace);
  if (!trace.races.empty())
    finding.race = sidesOf(trace.races.front(),
                           objects.indexOf(racedObject(trace.races.front(), places, names)));
  if (trace.kind == FindingKind::DataRace ||
      (trace.kind == FindingKind::EscapedReference && !trace.races.empty()))
    describeRacers(list, places, finding.threads);
  finding.stack = places.failingStack();
  finding.related = {.relation = trace.relation,
                     .thread = trace.relatedThread,
                     .stack = places.stack(trace.relatedStack)};
  finding.location = locate(trace, finding, list, places);
  if (auto freed = freedPair(trace, places, names, finding.location, objects); !freed.empty())
    finding.why = std::move(freed);
  finding.cause = causeOf({.trace = trace,
                           .list = list,
                           .places = places,
                           .names = names,
                           .calls = options.calls,
                           .objects = objects},
                          finding);
  if (endsWithAFailingStep(trace.kind))
    addFailingStep(list, trace, places, names, finding.location, objects);
  if (isWaiting(trace.kind))
    addBlockedSteps(list, trace, places, names, objects);
  finding.steps = std::move(list.steps);
  finding.stepsLeftOut = list.leftOut;
  finding.objects = objects.take();
  finding.output = trace.output;
  finding.events = trace.eventCount;
  finding.traceHash = trace.hash;
  finding.program.workingDirectory = options.workingDirectory;
  return finding;
}

} // namespace heddle::explain
