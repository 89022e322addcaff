// SPDX-License-Identifier: Apache-2.0
// Plays the harness's part in model/harness_protocol.h. Its arguments say what happens when:
//   find=N       execution N fails (an assertion), which ends the exploration
//   race=N       execution N has a data race, which does not end the exploration
//   die=N        execution N kills the process with SIGKILL, every time it is tried
//   forbidden=N  the same with SIGSYS
//   kill-once=N  the same, but only in the first process that reaches it (marker file in TMPDIR)
//   hang         never looks at stopRequested
//   unsupported  gives up with a message
//   broken       exits before it has started
//   threads=N    the number of threads it claims
//   slow         takes a millisecond for each execution
//   flaky        a replay does not fail
//   covers       each execution covers something new
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include "model/harness_protocol.h"
#include "model/pattern_coverage.h"
#include "model/trace.h"
#include "support/files.h"

namespace {

using namespace heddle;

struct Script {
  long find = -1, race = -1, die = -1, forbidden = -1, killOnce = -1;
  unsigned threads = 3;
  bool hang = false, unsupported = false, broken = false, slow = false, flaky = false;
  bool covers = false;
};

Script parse(int argc, char** argv) {
  Script script;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&](const char* name, long& value) {
      if (word.starts_with(name))
        value = std::atol(word.c_str() + std::strlen(name));
    };
    long threads = script.threads;
    number("find=", script.find);
    number("race=", script.race);
    number("die=", script.die);
    number("forbidden=", script.forbidden);
    number("kill-once=", script.killOnce);
    number("threads=", threads);
    script.threads = static_cast<unsigned>(threads);
    script.hang |= word == "hang";
    script.unsupported |= word == "unsupported";
    script.broken |= word == "broken";
    script.slow |= word == "slow";
    script.flaky |= word == "flaky";
    script.covers |= word == "covers";
  }
  return script;
}

model::HarnessStatus* mapStatus(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR);
  void* memory =
      ::mmap(nullptr, sizeof(model::HarnessStatus), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return static_cast<model::HarnessStatus*>(memory);
}

void setState(model::HarnessStatus* status, model::HarnessState state) {
  status->state = static_cast<std::uint32_t>(state);
}

void record(const model::HarnessRequest& request,
            model::FindingKind kind,
            std::uint64_t execution) {
  model::FindingRecord record;
  record.kind = kind;
  record.signature = kind == model::FindingKind::DataRace ? 7 : 8;
  record.step = execution;
  record.position.execution = execution + 1;
  record.message = {.id = model::MessageId::AbortCalled};
  record.schedule.segments = {{0, 5, false}, {1, 2, true}};
  (void)appendToFile(request.findingsPath, model::toText(record));
}

// Every execution has a pattern of its own, and one that all have.
void cover(const model::HarnessRequest& request, std::uint64_t execution) {
  model::CoverageRecord record;
  record.execution = execution + 1;
  record.patterns = {execution, 1'000'000};
  record.sites = {{.site = 1, .reads = true, .writes = true, .neighbour = 1}};
  (void)appendToFile(request.coveragePath, model::toText(record));
}

int replay(const model::HarnessRequest& request, const Script& script) {
  model::Trace trace;
  trace.kind = script.flaky ? model::FindingKind::None : model::FindingKind::Assert;
  trace.hash = 42;
  trace.locations = {{}};
  return writeFileAtomically(request.replay.tracePath, model::toText(trace)) ? 0 : 1;
}

bool firstTime(const model::HarnessRequest& request) {
  const std::string marker =
      request.statusPath.substr(0, request.statusPath.rfind('/')) + "/marker";
  if (fileExists(marker))
    return false;
  return writeFileAtomically(marker, "").has_value();
}

int explore(const model::HarnessRequest& request, const Script& script) {
  model::HarnessStatus* status = mapStatus(request.statusPath);
  status->version = model::HarnessStatus::kVersion;
  if (script.unsupported) {
    model::setMessage(*status, {.id = model::MessageId::Unmodelled, .arguments = {"fork()"}});
    status->stack[0] = 0x401000;
    status->unsupported = 1;
    setState(status, model::HarnessState::Failed);
    return 0;
  }
  setState(status, model::HarnessState::Exploring);
  status->threads = script.threads;
  status->counters.serialExecutions = 2;
  status->counters.warmUpExecutions = 5;
  status->preemptionBound = status->delayBound = -1;
  for (std::uint64_t i = request.resume.firstExecution; i < request.executions; ++i) {
    if (i % request.jobs != request.job)
      continue;
    const std::uint64_t lowest = status->lowestFinding;
    if (lowest != 0 && i >= lowest)
      break;
    if (status->stopRequested != 0 && !script.hang)
      break;
    status->nextExecution = i;
    const long n = static_cast<long>(i);
    if (n == script.die)
      ::raise(SIGKILL);
    if (n == script.forbidden)
      ::raise(SIGSYS);
    if (n == script.killOnce && firstTime(request))
      ::raise(SIGKILL);
    if (script.slow)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (n == script.race)
      record(request, model::FindingKind::DataRace, i);
    if (n == script.find) {
      record(request, model::FindingKind::Assert, i);
      status->findings += 1;
      if (!request.keepGoing)
        status->lowestFinding = i + 1;
    }
    if (script.covers) {
      cover(request, i);
      status->counters.observedExecutions += 1;
    }
    status->counters.executions += 1;
    status->counters.events += 10;
    status->counters.fairExecutions += 1;
    status->counters.cutExecutions += 2;
    status->counters.callTraces += 3;
    status->counters.requirements += 4;
    while (script.hang)
      ::pause();
  }
  status->exhausted = request.strategy == model::StrategyId::Dfs ? 1 : 0;
  setState(status, model::HarnessState::Finished);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const Script script = parse(argc, argv);
  const char* path = std::getenv("HEDDLE_REQUEST");
  if (path == nullptr || script.broken)
    return 9;
  const auto text = readFile(path);
  if (!text)
    return 8;
  const auto request = model::requestFromText(*text);
  if (!request)
    return 7;
  return request->mode == model::HarnessMode::Replay ? replay(*request, script)
                                                     : explore(*request, script);
}
