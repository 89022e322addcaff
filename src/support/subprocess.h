// SPDX-License-Identifier: Apache-2.0
// Runs other programs: started with an argument vector, never through a shell.
//
//   Command command;
//   command.arguments = {"clang++-19", "--version"};
//   command.output = Stream::capture();
//   auto done = runCommand(command, std::chrono::seconds(10));
//   if (!done) ...                  // could not be started: done.error() says why
//   if (done->status.succeeded()) use(done->output);
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "support/result.h"

namespace heddle {

// Where one of the child's standard streams goes.
struct Stream {
  enum class Kind : std::uint8_t { Inherit, Discard, Capture, File };
  Kind kind = Kind::Inherit;
  std::string path; // File: truncated first

  static Stream inherit() { return {}; }
  static Stream discard() { return {.kind = Kind::Discard, .path = {}}; }
  static Stream capture() { return {.kind = Kind::Capture, .path = {}}; }
  static Stream file(std::string path) { return {.kind = Kind::File, .path = std::move(path)}; }
};

struct Command {
  std::vector<std::string> arguments; // [0] is looked up in PATH when it has no slash
  std::vector<std::pair<std::string, std::string>> environment; // added to ours
  std::string workingDirectory;                                 // "": ours
  std::optional<std::string> input; // text for standard input; none: /dev/null
  bool inheritInput = false;        // standard input is ours, e.g. for a debugger
  Stream output;
  Stream error;
  bool ownGroup = false;         // kill() reaches its children too; the terminal's ^C does not
  bool diesWithUs = true;        // killed when this process dies
  std::function<void()> inChild; // runs between fork and exec: async-signal-safe calls only
};

struct ExitStatus {
  int code = -1;         // exit status, -1 when killed by a signal
  int signal = 0;        // that killed it, 0 when it exited
  bool timedOut = false; // we killed it because its time was over
  long peakRssKilobytes = 0;

  bool succeeded() const { return code == 0; }
};

// "exited with status 3", "was killed by signal 9 (Killed)", "ran out of time".
std::string describe(const ExitStatus& status);

// A running child process. The destructor kills and reaps it.
class Process {
public:
  static Result<Process> start(const Command& command);

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }

  // The status, as soon as the child has ended; does not wait.
  const std::optional<ExitStatus>& poll();
  // Waits until the child has ended.
  ExitStatus wait();
  // Waits no longer than `timeout`, then kills.
  ExitStatus wait(std::chrono::milliseconds timeout);
  // Does nothing if the child has already ended.
  void kill(int signal);

  // What has been captured so far; complete once the child has ended.
  std::string output() const;
  std::string error() const;

private:
  Process(pid_t pid, bool ownGroup, int outputFd, int errorFd)
      : pid_(pid), ownGroup_(ownGroup), outputFd_(outputFd), errorFd_(errorFd) {}
  void reap(int options);
  void finish() noexcept;

  pid_t pid_ = -1; // -1 when moved from
  bool ownGroup_ = false;
  int outputFd_ = -1; // memory files that hold what was captured; -1 when not captured
  int errorFd_ = -1;
  std::optional<ExitStatus> status_;
};

struct Completed {
  ExitStatus status;
  std::string output;
  std::string error;
};

// Starts, waits, and collects what was captured. Without a timeout, waits forever.
Result<Completed> runCommand(const Command& command,
                             std::optional<std::chrono::milliseconds> timeout = std::nullopt);

} // namespace heddle
