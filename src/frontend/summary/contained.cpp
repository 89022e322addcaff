// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/contained.h"

#include <array>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::frontend {
namespace {

constexpr rlim_t kMostSeconds = 10;

[[noreturn]] void runChild(const std::function<std::string()>& make, int out) {
  // A crash is expected here: no report, no core file.
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(signal, SIG_DFL);
  const rlimit noCore{.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &noCore);
  const rlimit seconds{.rlim_cur = kMostSeconds, .rlim_max = kMostSeconds};
  setrlimit(RLIMIT_CPU, &seconds);
  const std::string text = make();
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(out, text.data() + done, text.size() - done);
    if (count <= 0)
      _exit(1);
    done += static_cast<std::size_t>(count);
  }
  _exit(0);
}

} // namespace

std::optional<std::string> runContained(const std::function<std::string()>& make) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0)
    return std::nullopt;
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return std::nullopt;
  }
  if (child == 0) {
    close(ends[0]);
    runChild(make, ends[1]);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::nullopt;
  return text;
}

} // namespace heddle::frontend
