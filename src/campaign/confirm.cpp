// SPDX-License-Identifier: Apache-2.0
#include "campaign/confirm.h"

#include <algorithm>
#include <chrono>
#include <fmt/core.h>

#include "support/check.h"
#include "support/files.h"
#include "support/interrupt.h"

namespace heddle::campaign {

namespace {

// A replay is one execution with tracing on; only a stuck one comes near this.
constexpr std::chrono::seconds kReplayTimeout{60};
// What a replay gets that begins when the time is over.
constexpr std::chrono::seconds kLateReplayTimeout{2};

std::chrono::milliseconds timeoutBefore(Deadline deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  if (left >= kReplayTimeout)
    return kReplayTimeout;
  return std::max<std::chrono::milliseconds>(
      kLateReplayTimeout, std::chrono::duration_cast<std::chrono::milliseconds>(left));
}

bool shows(const model::Trace& trace, model::FindingKind expected) {
  if (trace.kind == expected)
    return true;
  return expected == model::FindingKind::DataRace && !trace.races.empty();
}

Expected expectedOf(const model::FindingRecord& record) {
  return {.kind = record.kind,
          .signature = record.signature,
          .schedule = record.schedule,
          .test = record.test};
}

Result<model::Trace> replayOnce(const HarnessLaunch& launch,
                                const model::HarnessRequest& request,
                                const std::string& name,
                                std::chrono::milliseconds timeout) {
  auto harness = HarnessProcess::start(launch, request, name);
  if (!harness)
    return harness.error();
  const ExitStatus status = harness->process().wait(timeout);
  if (harness->state() == model::HarnessState::Failed)
    return Error{harness->message()};
  const std::string path = harness->request().replay.tracePath;
  if (!fileExists(path)) {
    const std::string log = harness->log();
    return Error{
        fmt::format("the process {}{}", describe(status), log.empty() ? "" : "; it said: " + log)};
  }
  const Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  return model::traceFromText(*text);
}

} // namespace

void askForReplay(model::HarnessRequest& request, const Expected& expected) {
  request.mode = model::HarnessMode::Replay;
  request.replay = {.schedule = expected.schedule,
                    .endless = model::isEndless(expected.kind),
                    .signature = expected.signature,
                    .test = expected.test,
                    .tracePath = {}};
}

Replays replaySchedule(const HarnessLaunch& launch,
                       const model::HarnessRequest& request,
                       const Expected& expected,
                       unsigned times,
                       Deadline deadline) {
  model::HarnessRequest replay = request;
  askForReplay(replay, expected);
  replay.jobs = 1;
  replay.job = 0;
  replay.seconds = 0; // one execution, and the linearisations it is compared with
  Replays out;
  const auto mayReplay = [&] {
    return !interrupted() && std::chrono::steady_clock::now() < deadline;
  };
  for (unsigned i = 0; i < times && (i == 0 || mayReplay()); ++i) {
    Result<model::Trace> trace = replayOnce(launch, replay, "replay", timeoutBefore(deadline));
    ++out.times;
    if (!trace) {
      out.trouble = trace.error().message;
      continue;
    }
    const bool failed = shows(*trace, expected.kind);
    if (failed && out.failed > 0)
      out.sameTrace &= trace->hash == out.trace.hash;
    if (failed || out.failed == 0) {
      if (out.failed == 0)
        out.trace = std::move(*trace);
      out.failed += failed ? 1 : 0;
    }
  }
  HEDDLE_CHECK(out.failed <= out.times) << out.failed << " of " << out.times << " replays failed";
  return out;
}

Confirmed confirm(const HarnessLaunch& launch,
                  const model::HarnessRequest& request,
                  const Candidate& candidate,
                  unsigned times,
                  Deadline deadline) {
  HEDDLE_CHECK(times > 0) << "a finding is confirmed without a replay";
  const model::FindingRecord& original = candidate.original;
  HEDDLE_CHECK(!candidate.minimised || candidate.minimised->kind == original.kind)
      << "the smaller schedule of a finding shows another kind of failure";
  unsigned executions = 0;
  if (candidate.minimised) {
    model::FindingRecord shorter = *candidate.minimised;
    Replays replays = replaySchedule(launch, request, expectedOf(shorter), times, deadline);
    executions += replays.times;
    if (replays.confirmed()) {
      shorter.step = original.step;
      shorter.position = original.position;
      shorter.seconds = original.seconds;
      shorter.seen = original.seen;
      return {
          .replays = std::move(replays), .executions = executions, .record = std::move(shorter)};
    }
  }
  Replays replays = replaySchedule(launch, request, expectedOf(original), times, deadline);
  executions += replays.times;
  return {.replays = std::move(replays), .executions = executions, .record = original};
}

} // namespace heddle::campaign
