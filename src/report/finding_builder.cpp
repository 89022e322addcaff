// SPDX-License-Identifier: Apache-2.0
// Trace -> Finding. Each part is a file of its own: places (where), names (what), steps (in which
// order), conflicts (what matters), thread_states, titles, advice.
#include <algorithm>
#include <ranges>

#include "report/advice.h"
#include "report/conflicts.h"
#include "report/names.h"
#include "report/places.h"
#include "report/report.h"
#include "report/source_files.h"
#include "report/steps.h"
#include "report/thread_states.h"
#include "report/titles.h"
#include "runtime/abi/calls.h"

namespace heddle::report {

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
  if (trace.kind == FindingKind::DataRace || trace.kind == FindingKind::Linearizability)
    return lastEssential(trace, list, places);
  for (const auto& state : finding.threads) {
    if (isWaiting(trace.kind) && !state.stack.empty() && isUserCode(state.stack.front().file))
      return state.stack.front();
  }
  if (!finding.stack.empty() && isUserCode(finding.stack.front().file))
    return finding.stack.front();
  // What matters about a leak is where the memory came from.
  if (trace.kind == FindingKind::Leak && !finding.relatedStack.empty())
    return finding.relatedStack.front();
  SourcePlace site = places.ofSite(trace.site);
  if (isUserCode(site.file))
    return site;
  const Step* last = lastStepOf(list, trace.thread);
  return last != nullptr ? last->place : site;
}

std::string relatedPhrase(const model::Trace& trace) {
  if (trace.relatedWhat.empty() || trace.relatedThread < 0)
    return trace.relatedWhat;
  return trace.relatedWhat + " " + threadName(static_cast<unsigned>(trace.relatedThread));
}

// What the two threads of a race did, and who called them.
void describeRacers(const StepList& list,
                    const Places& places,
                    std::vector<model::ThreadState>& threads) {
  for (std::size_t i = 0; i < list.steps.size(); ++i) {
    const Step& step = list.steps[i];
    const auto racer = std::ranges::find_if(
        threads, [&](const auto& state) { return state.thread == step.thread; });
    if (!step.essential || racer == threads.end())
      continue;
    racer->state = step.what + " " + step.variable;
    racer->stack = places.stackOfEvent(list.events[i]);
  }
}

// The threads' states say more about a deadlock than the message does.
bool addsToTitle(const model::Trace& trace, const std::string& title) {
  return !trace.message.starts_with(title) && !trace.message.empty() && !isWaiting(trace.kind) &&
         trace.kind != FindingKind::DataRace;
}

void copyRecord(const model::FindingRecord& record, Finding& finding) {
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

// An order of calls names them by their lanes: "T1, T2: ...". Threads of the class may have come first.
std::string withThreads(const std::string& line, const model::Trace& trace) {
  if (!line.starts_with('T') || trace.calls.empty())
    return line;
  std::string text;
  std::size_t at = 0;
  for (; at < line.size() && line[at] != ':'; ++at) {
    text += line[at];
    if (line[at] != 'T' || at + 1 == line.size())
      continue;
    const auto lane = static_cast<unsigned>(line[++at] - '0'); // lanes have one digit
    const auto call = std::ranges::find(trace.calls, lane, &model::TracedCall::lane);
    text += std::to_string(call == trace.calls.end() ? lane : call->thread);
  }
  return text + line.substr(at);
}

std::string resultText(const model::TracedCall& call) {
  if (call.lastStep == 0)
    return "";
  if (call.threw)
    return " throws";
  return call.result.empty() ? "" : " = " + call.result;
}

// Which methods meet: "`push` and `pop` in parallel: ...".
std::string withMethods(const std::vector<CallName>& calls, const std::string& title) {
  std::string methods;
  for (const CallName& call : calls)
    if (call.lane != abi::kPrefixLane && call.lane != abi::kEpilogueLane && call.index == 0)
      methods += (methods.empty() ? "`" : " and `") + call.method + "`";
  return methods.empty() ? title : methods + " in parallel: " + title;
}

// A thread of a generated test is called after what it calls.
void nameByCalls(const model::Trace& trace,
                 const std::vector<CallName>& names,
                 std::vector<model::ThreadState>& threads) {
  for (auto& state : threads) {
    if (trace.calls.empty())
      return;
    std::string entry;
    for (const auto& call : trace.calls) {
      const auto name = std::ranges::find_if(names, [&](const CallName& candidate) {
        return candidate.lane == call.lane && candidate.index == call.index;
      });
      if (call.thread == state.thread && name != names.end())
        entry += (entry.empty() ? "" : ", ") + name->text + resultText(call);
    }
    if (state.thread == 0)
      state.entry = "the test";
    else if (!entry.empty())
      state.entry = entry;
  }
}

} // namespace

Finding buildFinding(const model::Trace& trace,
                     const model::FindingRecord& record,
                     Symbolizer& symbolizer,
                     const BuildOptions& options) {
  SourceFiles sources(options.workingDirectory);
  const Places places(trace, symbolizer, options);
  const Names names(trace, places, symbolizer, sources);
  StepList list = buildSteps(trace, places, names, options.calls);
  markEssential(trace, list);
  limitSteps(list, kMaxSteps);

  Finding finding;
  copyRecord(record, finding);
  finding.kind = trace.kind;
  finding.title = titleOf(trace, places, names);
  if (trace.kind == FindingKind::Linearizability)
    finding.title = withMethods(options.calls, finding.title);
  finding.threads = buildThreadStates(trace, places, names);
  nameByCalls(trace, options.calls, finding.threads);
  for (std::string& line : finding.explanation)
    line = withThreads(line, trace);
  if (trace.kind == FindingKind::DataRace)
    describeRacers(list, places, finding.threads);
  finding.stack = places.failingStack();
  finding.relatedWhat = relatedPhrase(trace);
  finding.relatedStack = places.stack(trace.relatedStack);
  finding.location = locate(trace, finding, list, places);
  if (endsWithAFailingStep(trace.kind))
    addFailingStep(list, trace, places, names, finding.location);
  if (isWaiting(trace.kind))
    addBlockedSteps(list, trace, places, names);
  finding.steps = std::move(list.steps);
  finding.stepsLeftOut = list.leftOut;
  if (addsToTitle(trace, titleOf(trace, places, names)))
    finding.notes.push_back(trace.message);
  finding.output = trace.output;
  finding.events = trace.eventCount;
  finding.traceHash = trace.hash;
  finding.program.workingDirectory = options.workingDirectory;
  finding.helps = adviceFor(finding);
  return finding;
}

} // namespace heddle::report
