// SPDX-License-Identifier: Apache-2.0
#include "campaign/harness_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

#include "report/words/message_text.h"
#include "runtime/abi/exit_status.h"
#include "support/check.h"
#include "support/files.h"

namespace heddle::campaign {

namespace {

// Runs between fork and exec. Both steps are best effort: without a fixed layout only addresses that no report
// shows would differ, and a core file of a contained crash is useless.
void prepareHarness() {
  const int current = ::personality(0xffffffff);
  if (current >= 0)
    ::personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE);
  const rlimit noCore{.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
}

bool needsSolver(const model::HarnessRequest& request) {
  return searches(request.mode) && request.strategyOptions.solver == model::OrderEngine::Z3;
}

// Runs between fork and exec. A solver that has died makes writing to it an error, not a signal.
void connectSolver(int descriptor) {
  ::dup2(descriptor, model::kSolverDescriptor);
  ::signal(SIGPIPE, SIG_IGN);
}

Error systemError(const std::string& path, int number) {
  return Error{fmt::format("cannot create {}: {}", path, std::generic_category().message(number))};
}

// Creates it filled with zeros. Allocating it now turns a full disk into an error here instead of a SIGBUS later.
Result<void> makeStatusFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0)
    return systemError(path, errno);
  const int allocated = ::posix_fallocate(file, 0, sizeof(model::HarnessStatus));
  ::close(file);
  if (allocated != 0)
    return systemError(path, allocated);
  return {};
}

} // namespace

Command harnessCommand(const HarnessLaunch& launch, const std::string& requestPath) {
  Command command;
  command.arguments = {launch.binary.string()};
  command.arguments.insert(
      command.arguments.end(), launch.arguments.begin(), launch.arguments.end());
  // Lazy binding would be undone by every restore of libstdc++'s data, and repeated in every execution.
  command.environment = {{"HEDDLE_REQUEST", requestPath}, {"LD_BIND_NOW", "1"}};
  command.workingDirectory = launch.workingDirectory;
  command.ownGroup = true;
  command.inChild = prepareHarness;
  return command;
}

void HarnessProcess::Unmap::operator()(model::HarnessStatus* status) const {
  ::munmap(status, sizeof(model::HarnessStatus));
}

Result<HarnessProcess::Mapping> HarnessProcess::mapStatus(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return systemError(path, errno);
  void* memory =
      ::mmap(nullptr, sizeof(model::HarnessStatus), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int number = errno;
  ::close(file);
  if (memory == MAP_FAILED)
    return systemError(path, number);
  return Mapping(static_cast<model::HarnessStatus*>(memory));
}

Result<HarnessFiles>
prepareFiles(const HarnessLaunch& launch, model::HarnessRequest request, const std::string& name) {
  HEDDLE_CHECK(!name.empty() && !launch.scratch.empty())
      << "the files of a harness need a name and a folder";
  const std::string base = (launch.scratch / name).string();
  request.statusPath = base + ".status";
  request.findingsPath = base + ".findings";
  request.coveragePath = base + ".coverage";
  model::setAnswerPath(request, base + ".answer");
  HarnessFiles files{
      .request = std::move(request), .requestPath = base + ".request", .logPath = base + ".log"};
  for (const std::string& stale :
       {files.request.findingsPath, files.request.coveragePath, model::answerPath(files.request)})
    if (!stale.empty())
      ::unlink(stale.c_str());
  if (Result<void> made = makeStatusFile(files.request.statusPath); !made)
    return made.error();
  if (auto written = writeFileAtomically(files.requestPath, model::toText(files.request)); !written)
    return written.error();
  return files;
}

Result<HarnessProcess> HarnessProcess::start(const HarnessLaunch& launch,
                                             model::HarnessRequest request,
                                             const std::string& name) {
  Result<HarnessFiles> files = prepareFiles(launch, std::move(request), name);
  if (!files)
    return files.error();
  Result<Mapping> status = mapStatus(files->request.statusPath);
  if (!status)
    return status.error();
  std::optional<SolverProcess> solver;
  if (needsSolver(files->request)) {
    Result<SolverProcess> started = SolverProcess::start();
    if (!started)
      return started.error();
    solver.emplace(std::move(*started));
  }
  Command command = harnessCommand(launch, files->requestPath);
  if (solver)
    command.inChild = [descriptor = solver->descriptor()] {
      prepareHarness();
      connectSolver(descriptor);
    };
  command.output = Stream::discard();
  command.error = Stream::file(files->logPath);
  Result<Process> process = Process::start(command);
  if (!process)
    return process.error();
  return HarnessProcess(
      std::move(*process), std::move(solver), std::move(*status), std::move(*files));
}

model::HarnessState HarnessProcess::state() const {
  return static_cast<model::HarnessState>(status_->state.load(std::memory_order_acquire));
}

std::string HarnessProcess::message() const {
  return report::messageText(model::messageOf(*status_));
}

std::vector<model::FindingRecord> HarnessProcess::records() const {
  const Result<std::string> text = readFile(files_.request.findingsPath);
  if (!text)
    return {}; // none has been written yet
  return model::findingRecordsFromText(*text);
}

std::vector<model::CoverageRecord> HarnessProcess::coverage() const {
  const Result<std::string> text = readFile(files_.request.coveragePath);
  if (!text)
    return {}; // nothing has been covered yet
  return model::coverageRecordsFromText(*text);
}

namespace {

// A harness that cannot continue ends its log with a message.
std::string inWords(std::string log) {
  const std::size_t prefix = log.rfind(abi::kLastWords);
  if (prefix == std::string::npos)
    return log;
  const std::size_t begin = prefix + std::strlen(abi::kLastWords);
  model::Message message;
  if (model::messageFromText(std::string_view(log).substr(begin), message))
    log.replace(begin, std::string::npos, report::messageText(message));
  return log;
}

} // namespace

std::string HarnessProcess::log() const {
  constexpr std::size_t kMost = 2000;
  const Result<std::string> text = readFile(files_.logPath);
  if (!text)
    return "";
  std::string tail = text->size() > kMost ? text->substr(text->size() - kMost) : *text;
  while (!tail.empty() && (tail.back() == '\n' || tail.back() == ' '))
    tail.pop_back();
  return inWords(std::move(tail));
}

} // namespace heddle::campaign
