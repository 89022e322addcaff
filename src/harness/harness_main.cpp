// SPDX-License-Identifier: Apache-2.0
// What a harness process does instead of the subject's main: reads its request, explores, checks or replays,
// and writes the answer to the files that the request names.
#include <cstdlib>
#include <optional>
#include <string>
#include <unistd.h>

#include "check/check_run.h"
#include "examine/call_source.h"
#include "explore/checkpoint_probe.h"
#include "explore/frames.h"
#include "explore/program_run.h"
#include "explore/request_options.h"
#include "explore/trace_set.h"
#include "explore/tracing_probe.h"
#include "harness/replay_mode.h"
#include "harness/status_page.h"
#include "model/harness_protocol.h"
#include "reproduce/reproduce_run.h"
#include "runtime/calls.h"
#include "support/files.h"

namespace heddle::harness {

using model::HarnessMode;

namespace {

// Writes to the standard error output, because no status is mapped yet.
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

// A running harness: everything that must live as long as the runtime uses it.
class Harness {
public:
  Harness(const model::HarnessRequest& request, model::HarnessStatus& status)
      : request_(request), status_(status) {}

  int serve();

private:
  bool needsClass() const;
  int check();
  int reproduce();
  int explore();

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  std::string input_;
  explore::ModuleMap modules_;
};

bool Harness::needsClass() const {
  return model::generatesTests(request_.mode) || request_.mode == HarnessMode::Describe ||
         (request_.mode == HarnessMode::Replay && !request_.replay.test.empty());
}

int Harness::check() {
  check::CheckRun run(request_, status_, explore::optionsOf(request_));
  return run.run() ? kFine : kUnsupported;
}

int Harness::reproduce() {
  reproduce::ReproduceRun run(request_, status_, explore::optionsOf(request_));
  return run.run() ? kFine : kUnsupported;
}

int Harness::explore() {
  std::optional<explore::TraceSet> traceSet;
  if (!request_.explore.traceSetPath.empty())
    traceSet.emplace(request_.explore.traceSetPath);
  explore::ProgramRun run(request_, status_, traceSet ? &*traceSet : nullptr);
  return run.run() ? kFine : kUnsupported;
}

int Harness::serve() {
  status_.version.store(model::HarnessStatus::kVersion);
  if (!request_.stdinPath.empty()) {
    Result<std::string> text = readFile(request_.stdinPath);
    if (!text)
      return fail(status_, model::messageOf(text.error()));
    input_ = std::move(*text);
  }
  const runtime::ProcessOptions process = explore::processOptionsOf(request_, input_);
  runtime::initialise(process);
  if (needsClass() && runtime::classTable() == nullptr)
    return fail(status_, {.id = model::MessageId::NotAClass});
  switch (request_.mode) {
  case HarnessMode::Explore:
    return explore();
  case HarnessMode::Replay:
    return replay(request_, status_, modules_);
  case HarnessMode::ProbeCheckpoints:
    return finishWith(status_,
                      model::answerPath(request_),
                      explore::probeCheckpoints(explore::optionsOf(request_)));
  case HarnessMode::ProbeTracing:
    return finishWith(
        status_, model::answerPath(request_), explore::probeTracing(explore::optionsOf(request_)));
  case HarnessMode::Check:
    return check();
  case HarnessMode::Reproduce:
    return reproduce();
  case HarnessMode::Describe:
    return finishWith(
        status_,
        model::answerPath(request_),
        model::toText(examine::describeTest(runtime::Lease(), request_.describe.test)));
  }
  return kUnsupported;
}

} // namespace

} // namespace heddle::harness

int heddle::runtime::harnessMain() {
  Result<model::HarnessRequest> request = harness::readRequest();
  if (!request)
    return harness::complain(request.error().message);
  Result<model::HarnessStatus*> status = harness::mapStatus(request->statusPath);
  if (!status)
    return harness::complain(status.error().message);
  return harness::Harness(*request, **status).serve();
}
