// SPDX-License-Identifier: Apache-2.0
// What a harness process does instead of the subject's main: reads its request, explores or replays, and
// leaves the answer in the files the request names.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/checkpoint_probe.h"
#include "explore/explorer.h"
#include "explore/frames.h"
#include "explore/replay_strategy.h"
#include "explore/signature.h"
#include "explore/trace_builder.h"
#include "explore/trace_recorder.h"
#include "explore/trace_set.h"
#include "model/harness_protocol.h"
#include "support/check.h"
#include "support/files.h"

namespace heddle::explore {

namespace {

constexpr int kFine = 0;
constexpr int kUnsupported = 3;

// Explains where nobody maps the status: on the standard error output.
int complain(const std::string& message) {
  std::string line = "heddle harness: " + message + "\n";
  [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
  return kUnsupported;
}

Result<model::HarnessRequest> readRequest() {
  const char* path = std::getenv("HEDDLE_REQUEST"); // NOLINT(concurrency-mt-unsafe): one thread
  if (path == nullptr)
    return Error{
        "this program was built by heddle and is started by it: HEDDLE_REQUEST is not set"};
  Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  return model::requestFromText(*text);
}

Result<model::HarnessStatus*> mapStatus(const std::string& path) {
  int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return Error{"cannot open " + path + ": " +
                 std::strerror(errno)}; // NOLINT(concurrency-mt-unsafe): one thread
  struct stat info = {};
  bool fits =
      fstat(file, &info) == 0 && info.st_size >= static_cast<off_t>(sizeof(model::HarnessStatus));
  void* memory =
      fits
          ? mmap(nullptr, sizeof(model::HarnessStatus), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
          : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED)
    return Error{"cannot map " + path};
  return static_cast<model::HarnessStatus*>(memory);
}

void setMessage(model::HarnessStatus& status, const std::string& message) {
  std::size_t length = std::min(message.size(), sizeof status.message - 1);
  std::memcpy(status.message, message.data(), length);
  status.message[length] = '\0';
}

int fail(model::HarnessStatus& status, const std::string& message) {
  setMessage(status, message);
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
  return kUnsupported;
}

// Nobody reads the middle of an execution of millions of events, and recording it would take seconds.
void muteTheMiddle(runtime::Options& options, const model::Schedule& schedule) {
  constexpr std::uint64_t kBothEnds = 50'000;
  std::uint64_t events = 0;
  for (const model::Segment& segment : schedule.segments)
    events += segment.events;
  if (events <= 4 * kBothEnds)
    return;
  options.quietFrom = kBothEnds;
  options.quietUntil = events - kBothEnds;
}

runtime::Options optionsOf(const model::HarnessRequest& request, const std::string& input) {
  runtime::Options options;
  options.detectRaces = request.detectRaces;
  options.detectLeaks = request.detectLeaks;
  options.reuseHeap = request.reuseHeap;
  options.maxEvents = request.maxEvents;
  options.patienceNanoseconds = request.patienceNanoseconds;
  options.arenaBytes = request.arenaBytes;
  options.stackBytes = request.stackBytes;
  if (!request.stdinPath.empty()) {
    options.stdinText = input.data();
    options.stdinBytes = input.size();
  }
  if (request.mode == model::HarnessMode::Replay) {
    options.everyAccessIsAPoint = true;
    options.trace = !request.tracePath.empty();
    options.fairAfterEvents = ~std::uint64_t{0}; // the schedule already says who ran when
    muteTheMiddle(options, request.schedule);
  } else {
    options.trace = !request.traceSetPath.empty();
  }
  return options;
}

int explore(const model::HarnessRequest& request,
            model::HarnessStatus& status,
            TraceSet* traceSet) {
  Explorer explorer(request, status, traceSet);
  return explorer.run() ? kFine : kUnsupported;
}

// An exit status is a failure only where the default schedule ends with another one.
void judgeExitStatus(model::Trace& trace) {
  if (trace.kind != model::FindingKind::None || trace.exitStatus == 0)
    return;
  ReplayStrategy untilBlocked;
  untilBlocked.beginExecution(0);
  runtime::Outcome replayed{};
  replayed.exitStatus = trace.exitStatus;
  const runtime::Outcome& usual = runtime::runExecution(untilBlocked);
  int usualStatus = usual.kind == runtime::FailureKind::None ? usual.exitStatus : 0;
  Failure failure = failureOf(replayed, usualStatus);
  trace.kind = static_cast<model::FindingKind>(failure.kind);
  if (failure.kind != runtime::FailureKind::None)
    trace.message = failureMessage(replayed, failure, usualStatus);
}

int replay(const model::HarnessRequest& request,
           model::HarnessStatus& status,
           TraceRecorder* recorder,
           const ModuleMap& modules) {
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  ReplayStrategy strategy(request.schedule);
  strategy.beginExecution(0);
  if (recorder != nullptr) {
    recorder->learn();
    runtime::runExecution(strategy);
    strategy.beginExecution(0);
    recorder->record();
  }
  const runtime::Outcome& outcome = runtime::runExecution(strategy);
  status.executions.store(1);
  status.events.store(outcome.events);
  status.points.store(outcome.points);
  status.switches.store(outcome.switches);
  status.threads.store(outcome.threads);
  setMessage(status, strategy.divergence());
  if (outcome.unsupported)
    return fail(status, outcome.message);
  if (recorder != nullptr) {
    model::Trace trace = buildTrace(*recorder, modules, outcome, request.signature);
    recorder->ignore();
    judgeExitStatus(trace);
    status.failures.store(trace.kind == model::FindingKind::None ? 0 : 1);
    if (Result<void> written = writeFileAtomically(request.tracePath, model::toText(trace));
        !written)
      return fail(status, written.error().message);
  }
  status.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return kFine;
}

int probe(const model::HarnessRequest& request, model::HarnessStatus& status) {
  Result<void> written = writeFileAtomically(request.tracePath, probeCheckpoints());
  return written ? kFine : fail(status, written.error().message);
}

int serve(const model::HarnessRequest& request, model::HarnessStatus& status) {
  status.version.store(model::HarnessStatus::kVersion);
  std::string input;
  if (!request.stdinPath.empty()) {
    Result<std::string> text = readFile(request.stdinPath);
    if (!text)
      return fail(status, text.error().message);
    input = std::move(*text);
  }
  ModuleMap modules;
  std::unique_ptr<TraceSet> traceSet;
  std::unique_ptr<TraceRecorder> recorder;
  bool isReplay = request.mode == model::HarnessMode::Replay;
  if (isReplay && !request.tracePath.empty())
    recorder = std::make_unique<TraceRecorder>();
  if (!isReplay && !request.traceSetPath.empty())
    traceSet = std::make_unique<TraceSet>(request.traceSetPath);
  runtime::EventSink* sink =
      isReplay ? static_cast<runtime::EventSink*>(recorder.get()) : traceSet.get();
  if (const char* trouble = runtime::initialise(optionsOf(request, input), sink);
      trouble != nullptr)
    return fail(status, trouble);
  if (request.mode == model::HarnessMode::ProbeCheckpoints)
    return probe(request, status);
  return isReplay ? replay(request, status, recorder.get(), modules)
                  : explore(request, status, traceSet.get());
}

} // namespace

} // namespace heddle::explore

int heddle::runtime::harnessMain() {
  Result<model::HarnessRequest> request = explore::readRequest();
  if (!request)
    return explore::complain(request.error().message);
  Result<model::HarnessStatus*> status = explore::mapStatus(request->statusPath);
  if (!status)
    return explore::complain(status.error().message);
  return explore::serve(*request, **status);
}
