// SPDX-License-Identifier: Apache-2.0
#include "harness/replay_mode.h"

#include <optional>

#include "examine/test_calls.h"
#include "examine/test_examination.h"
#include "explore/execution_limits.h"
#include "explore/request_options.h"
#include "explore/signature.h"
#include "explore/strategies/replay_strategy.h"
#include "explore/strategies/until_blocked_strategy.h"
#include "explore/trace_builder.h"
#include "harness/status_page.h"
#include "runtime/calls.h"
#include "trace/trace_recorder.h"

namespace heddle::harness {

using explore::ReplayStrategy;
using runtime::FailureKind;
using runtime::Outcome;
using trace::TraceRecorder;

namespace {

// Executions of more than a few hundred thousand steps are muted in the middle, so very few traces are longer.
constexpr trace::EventIndex kRecordedEvents = 2'000'000;
constexpr std::uint64_t kUnlimitedPatience = std::uint64_t{1} << 60;

// The middle of an execution of millions of events is of no interest, and recording it would take seconds.
void muteTheMiddle(runtime::Options& options, const model::Schedule& schedule) {
  constexpr std::uint64_t kBothEnds = 50'000;
  std::uint64_t events = model::events(schedule);
  if (events <= 4 * kBothEnds)
    return;
  options.quietFrom = kBothEnds;
  options.quietUntil = events - kBothEnds;
}

runtime::Options replayOptions(const model::HarnessRequest& request) {
  runtime::Options options = explore::optionsOf(request);
  options.everyAccessIsAPoint = true;
  options.traceCallers = options.traceFunctions = true;
  // A thread was woken from a long sleep only if time had passed in fair turns; the schedule contains that.
  options.patienceNanoseconds = kUnlimitedPatience;
  options.limits =
      explore::replayLimits(request.replay.schedule, request.replay.endless, request.maxEvents);
  muteTheMiddle(options, request.replay.schedule);
  return options;
}

void count(model::HarnessStatus& status, const Outcome& outcome) {
  status.counters.executions.store(1);
  status.counters.events.store(outcome.events);
  status.counters.points.store(outcome.points);
  status.counters.switches.store(outcome.switches);
  status.threads.store(outcome.threads);
}

// Follows the schedule from the start.
const Outcome&
follow(explore::Subject& subject, ReplayStrategy& strategy, TraceRecorder* recorder) {
  subject.setSink(recorder);
  strategy.beginExecution(0);
  return subject.runFrom(runtime::Run::kFromStart, strategy);
}

// An exit status is a failure only if the default schedule ends with another one.
void judgeExitStatus(explore::Subject& subject, model::Trace& trace) {
  if (trace.kind != model::FindingKind::None || trace.exitStatus == 0)
    return;
  explore::UntilBlockedStrategy untilBlocked;
  Outcome replayed{};
  replayed.exitStatus = trace.exitStatus;
  subject.setSink(nullptr);
  const Outcome& usual = subject.run(untilBlocked);
  int usualStatus = usual.kind == FailureKind::None ? usual.exitStatus : 0;
  explore::Failure failure = explore::failureOf(replayed, usualStatus);
  trace.kind = static_cast<model::FindingKind>(failure.kind);
  if (failure.kind != FailureKind::None)
    trace.message = explore::failureMessage(replayed, failure, usualStatus);
}

std::vector<model::TracedCall> tracedCalls() {
  std::vector<model::TracedCall> calls;
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  for (std::size_t i = 0; i < count; ++i) {
    const runtime::CallRecord& record = records[i];
    calls.push_back({.lane = record.lane,
                     .index = record.index,
                     .thread = runtime::laneThread(record.lane),
                     .firstStep = record.firstEvent,
                     .lastStep = record.lastEvent,
                     .threw = record.result.ending == abi::CallEnding::Threw,
                     .refused = record.result.ending == abi::CallEnding::Refused,
                     .comparable = record.result.comparable,
                     .result = record.result.text});
  }
  return calls;
}

// A trace of a test shows what its linearisations do not.
void judgeTrace(model::Trace& trace,
                examine::TestExamination& examination,
                std::uint64_t signature) {
  std::optional<examine::Violation> violation = examination.violation(signature);
  if (violation) {
    trace.kind = static_cast<model::FindingKind>(violation->kind);
    trace.message = violation->message;
  } else {
    trace.kind = trace.races.empty() ? model::FindingKind::None : model::FindingKind::DataRace;
  }
}

// An exception that leaves a call is caught after the call; the place where it was thrown is what counts.
void addThrow(model::Trace& trace,
              const examine::ObservedCall& call,
              const explore::ModuleMap& modules) {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  for (std::size_t i = 0; i < count; ++i)
    if (records[i].lane == call.lane && records[i].index == call.index &&
        records[i].thrownAt != nullptr) {
      trace.thread = runtime::laneThread(call.lane);
      trace.stack = modules.frames(*records[i].thrownAt);
    }
}

int finishReplay(const model::HarnessRequest& request,
                 model::HarnessStatus& status,
                 const model::Trace& trace) {
  status.counters.failures.store(trace.kind == model::FindingKind::None ? 0 : 1);
  return finishWith(status, request.replay.tracePath, model::toText(trace));
}

int replayProgram(const model::HarnessRequest& request,
                  model::HarnessStatus& status,
                  TraceRecorder* recorder,
                  const explore::ModuleMap& modules) {
  explore::Subject program(replayOptions(request), nullptr);
  ReplayStrategy strategy(request.replay.schedule);
  const Outcome& outcome = follow(program, strategy, recorder);
  count(status, outcome);
  model::setMessage(status, strategy.divergence());
  if (outcome.unsupported)
    return fail(status, model::messageOf(outcome.message));
  if (recorder == nullptr) {
    status.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
    return kFine;
  }
  model::Trace trace =
      explore::buildTrace(recorder->finish(outcome), modules, outcome, request.replay.signature);
  judgeExitStatus(program, trace);
  return finishReplay(request, status, trace);
}

int replayTest(const model::HarnessRequest& request,
               model::HarnessStatus& status,
               TraceRecorder* recorder,
               const explore::ModuleMap& modules) {
  if (const model::Message problem =
          examine::problemOf(request.replay.test, *runtime::classTable());
      !problem.empty())
    return fail(status, problem);
  examine::RequirementLedger requirements;
  explore::Budget budget(request, status);
  examine::TestExamination examination(request.replay.test, request, budget, requirements);
  examine::TestSubject& subject = examination.subject();
  if (!examination.prepare()) {
    const model::Message& unsupported = subject.unsupported();
    return fail(status,
                unsupported.empty() ? model::Message{.id = model::MessageId::PrefixFails}
                                    : unsupported);
  }
  subject.options() = replayOptions(request);
  // Memory that only one thread accessed in the linearisations would have no points, and the schedule may switch there.
  subject.lease().forgetSharing();
  ReplayStrategy strategy(request.replay.schedule);
  const Outcome& outcome = follow(subject, strategy, recorder);
  count(status, outcome);
  model::setMessage(status, strategy.divergence());
  if (outcome.unsupported)
    return fail(status, model::messageOf(outcome.message));
  examination.judgeOnly(outcome);
  if (recorder == nullptr) {
    status.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
    return kFine;
  }
  model::Trace trace =
      explore::buildTrace(recorder->finish(outcome), modules, outcome, request.replay.signature);
  trace.calls = tracedCalls();
  if (const auto* call = examination.judge().throwingCall(request.replay.signature);
      call != nullptr && outcome.kind == FailureKind::None)
    addThrow(trace, *call, modules);
  judgeTrace(trace, examination, request.replay.signature);
  return finishReplay(request, status, trace);
}

} // namespace

int replay(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           const explore::ModuleMap& modules) {
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  std::optional<TraceRecorder> recorder;
  if (!request.replay.tracePath.empty())
    recorder.emplace(kRecordedEvents, TraceRecorder::WhenFull::LoseMiddle);
  TraceRecorder* sink = recorder ? &*recorder : nullptr;
  return request.replay.test.empty() ? replayProgram(request, status, sink, modules)
                                     : replayTest(request, status, sink, modules);
}

} // namespace heddle::harness
