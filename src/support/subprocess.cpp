// SPDX-License-Identifier: Apache-2.0
// Captured streams go to memory files instead of pipes: no reader thread, no deadlock when both
// streams fill up, and a grandchild that keeps the stream open cannot make us wait.
#include "support/subprocess.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "support/check.h"

namespace heddle {

namespace {

std::string reason(int code) {
  return std::generic_category().message(code);
}

void closeFd(int& fd) {
  if (fd >= 0)
    ::close(fd);
  fd = -1;
}

// The three descriptors a child gets, and the memory files we keep. -1: inherit ours.
struct Redirections {
  int input = -1;
  int output = -1;
  int error = -1;

  void closeAll() {
    closeFd(input);
    closeFd(output);
    closeFd(error);
  }
};

Result<int> openStream(const Stream& stream) {
  int fd = -1;
  switch (stream.kind) {
  case Stream::Kind::Inherit:
    return -1;
  case Stream::Kind::Discard:
    fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    break;
  case Stream::Kind::Capture:
    fd = ::memfd_create("heddle-capture", MFD_CLOEXEC);
    break;
  case Stream::Kind::File:
    fd = ::open(stream.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    break;
  }
  if (fd < 0) {
    const int code = errno;
    return Error{"cannot open " + (stream.path.empty() ? "a stream" : stream.path) + ": " +
                 reason(code)};
  }
  return fd;
}

Result<int> openInput(const Command& command) {
  if (command.inheritInput)
    return -1;
  int fd = -1;
  if (command.input) {
    fd = ::memfd_create("heddle-input", MFD_CLOEXEC);
    const std::string& text = *command.input;
    const bool written =
        fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (written)
      ::lseek(fd, 0, SEEK_SET);
    if (fd >= 0 && !written)
      closeFd(fd);
  } else {
    fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
  if (fd < 0)
    return Error{"cannot prepare standard input: " + reason(errno)};
  return fd;
}

Result<Redirections> openRedirections(const Command& command) {
  Redirections result;
  const auto input = openInput(command);
  if (!input)
    return input.error();
  result.input = *input;
  const auto output = openStream(command.output);
  if (!output) {
    result.closeAll();
    return output.error();
  }
  result.output = *output;
  const auto error = openStream(command.error);
  if (!error) {
    result.closeAll();
    return error.error();
  }
  result.error = *error;
  return result;
}

// Everything execve needs, built before the fork because the child must not allocate.
struct ExecImage {
  explicit ExecImage(const Command& command) {
    for (const auto& argument : command.arguments) {
      arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    for (char** entry = environ; *entry != nullptr; ++entry) {
      if (!isReplaced(*entry, command))
        variables.emplace_back(*entry);
    }
    for (const auto& [name, value] : command.environment)
      variables.emplace_back(name).append("=").append(value);
    for (auto& variable : variables)
      environment.push_back(variable.data());
    environment.push_back(nullptr);
  }
  ExecImage(const ExecImage&) = delete;
  ExecImage& operator=(const ExecImage&) = delete;

  static bool isReplaced(std::string_view entry, const Command& command) {
    return std::ranges::any_of(command.environment, [&](const auto& p) {
      return entry.starts_with(p.first) && entry.substr(p.first.size()).starts_with("=");
    });
  }

  std::vector<std::string> variables;
  std::vector<char*> arguments;
  std::vector<char*> environment;
};

bool redirect(int fd, int target) {
  return fd < 0 || ::dup2(fd, target) >= 0;
}

// In the child, between fork and exec. Returns only if something failed, with errno set.
void becomeCommand(const Command& command,
                   ExecImage& image,
                   const Redirections& streams,
                   pid_t parent) {
  if (command.ownGroup && ::setpgid(0, 0) != 0)
    return;
  if (command.diesWithUs) {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
      return;
    if (::getppid() != parent)
      ::_exit(127); // it died before the line above
  }
  if (!redirect(streams.input, STDIN_FILENO) || !redirect(streams.output, STDOUT_FILENO) ||
      !redirect(streams.error, STDERR_FILENO)) {
    return;
  }
  if (!command.workingDirectory.empty() && ::chdir(command.workingDirectory.c_str()) != 0)
    return;
  sigset_t none;
  sigemptyset(&none);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the child has one thread
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (command.inChild)
    command.inChild();
  ::execvpe(image.arguments[0], image.arguments.data(), image.environment.data());
}

// The errno of the child before or in exec, 0 if exec succeeded (which closes the pipe).
int childError(int readEnd) {
  int code = 0;
  ssize_t count = 0;
  do {
    count = ::read(readEnd, &code, sizeof code);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof code) ? code : 0;
}

std::string readFrom(int fd) {
  std::string content;
  std::array<char, 1 << 16> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read fills it
  off_t offset = 0;
  while (fd >= 0) {
    const ssize_t count = ::pread(fd, buffer.data(), buffer.size(), offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    offset += count;
  }
  return content;
}

} // namespace

std::string describe(const ExitStatus& status) {
  if (status.timedOut)
    return "ran out of time";
  if (status.signal == 0)
    return "exited with status " + std::to_string(status.code);
  const char* name = ::sigdescr_np(status.signal);
  return "was killed by signal " + std::to_string(status.signal) +
         (name != nullptr ? " (" + std::string(name) + ")" : "");
}

Result<Process> Process::start(const Command& command) {
  HEDDLE_CHECK(!command.arguments.empty()) << "a command without a program";
  auto streams = openRedirections(command);
  if (!streams)
    return streams.error();
  ExecImage image(command);
  std::array<int, 2> report = {-1, -1};
  if (::pipe2(report.data(), O_CLOEXEC) != 0) {
    const int code = errno;
    streams->closeAll();
    return Error{"cannot start " + command.arguments[0] + ": " + reason(code)};
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    becomeCommand(command, image, *streams, parent);
    const int code = errno;
    [[maybe_unused]] const ssize_t ignored = ::write(report[1], &code, sizeof code);
    ::_exit(127);
  }
  int code = pid < 0 ? errno : 0;
  closeFd(report[1]);
  if (pid > 0)
    code = childError(report[0]);
  closeFd(report[0]);
  closeFd(streams->input);
  if (command.output.kind != Stream::Kind::Capture)
    closeFd(streams->output);
  if (command.error.kind != Stream::Kind::Capture)
    closeFd(streams->error);
  if (code == 0)
    return Process(pid, command.ownGroup, streams->output, streams->error);
  if (pid > 0)
    ::waitpid(pid, nullptr, 0);
  streams->closeAll();
  return Error{"cannot start " + command.arguments[0] + ": " + reason(code)};
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), ownGroup_(other.ownGroup_),
      outputFd_(std::exchange(other.outputFd_, -1)), errorFd_(std::exchange(other.errorFd_, -1)),
      status_(other.status_) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    finish();
    pid_ = std::exchange(other.pid_, -1);
    ownGroup_ = other.ownGroup_;
    outputFd_ = std::exchange(other.outputFd_, -1);
    errorFd_ = std::exchange(other.errorFd_, -1);
    status_ = other.status_;
  }
  return *this;
}

Process::~Process() {
  finish();
}

void Process::finish() noexcept {
  if (pid_ > 0 && !status_) {
    kill(SIGKILL);
    reap(0);
  }
  closeFd(outputFd_);
  closeFd(errorFd_);
}

void Process::reap(int options) {
  if (status_ || pid_ <= 0)
    return;
  int raw = 0;
  rusage usage = {};
  pid_t ended = 0;
  do {
    ended = ::wait4(pid_, &raw, options, &usage);
  } while (ended < 0 && errno == EINTR);
  if (ended != pid_)
    return;
  ExitStatus status;
  if (WIFEXITED(raw))
    status.code = WEXITSTATUS(raw);
  if (WIFSIGNALED(raw))
    status.signal = WTERMSIG(raw);
  status.peakRssKilobytes = usage.ru_maxrss;
  status_ = status;
}

const std::optional<ExitStatus>& Process::poll() {
  reap(WNOHANG);
  return status_;
}

ExitStatus Process::wait() {
  reap(0);
  return status_.value_or(ExitStatus{});
}

ExitStatus Process::wait(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  // Naps grow from 0.2 ms to 5 ms: short commands are not slowed down, long ones cost nothing.
  auto nap = std::chrono::microseconds(200);
  while (!poll()) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= deadline) {
      kill(SIGKILL);
      ExitStatus status = wait();
      status.timedOut = true;
      status_ = status;
      break;
    }
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(nap, deadline - now));
    nap = std::min(nap * 2, std::chrono::microseconds(5000));
  }
  return status_.value_or(ExitStatus{});
}

void Process::kill(int signal) {
  if (pid_ <= 0 || poll())
    return;
  ::kill(ownGroup_ ? -pid_ : pid_, signal);
}

std::string Process::output() const {
  return readFrom(outputFd_);
}

std::string Process::error() const {
  return readFrom(errorFd_);
}

Result<Completed> runCommand(const Command& command,
                             std::optional<std::chrono::milliseconds> timeout) {
  auto process = Process::start(command);
  if (!process)
    return process.error();
  Completed completed;
  completed.status = timeout ? process->wait(*timeout) : process->wait();
  completed.output = process->output();
  completed.error = process->error();
  return completed;
}

} // namespace heddle
