// SPDX-License-Identifier: Apache-2.0
#include "smt_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::solve {

SmtProcess::SmtProcess(const std::vector<std::string>& command) {
  std::array<int, 2> in{}, out{};
  if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0)
    std::abort();
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  // A write to a process that has ended is an error of the write, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  input_ = in[1];
  output_ = out[0];
  fcntl(input_, F_SETFL, O_NONBLOCK);
  fcntl(output_, F_SETFL, O_NONBLOCK);
}

SmtProcess::~SmtProcess() {
  close(input_);
  close(output_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::optional<std::string> SmtProcess::exchange(std::string_view commands,
                                                std::string_view end,
                                                std::chrono::milliseconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  if (!write(commands, deadline))
    return std::nullopt;
  const std::string last = std::string(end) + "\n";
  std::size_t at = 0;
  while ((at = unread_.find(last)) == std::string::npos)
    if (!readMore(deadline))
      return std::nullopt;
  std::string answer = unread_.substr(0, at);
  unread_.erase(0, at + last.size());
  return answer;
}

bool SmtProcess::waitFor(int descriptor, short events, Clock::time_point end) const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
  pollfd poll{.fd = descriptor, .events = events, .revents = 0};
  return ::poll(&poll, 1, static_cast<int>(std::max<std::int64_t>(0, left.count()))) > 0;
}

bool SmtProcess::write(std::string_view text, Clock::time_point end) {
  while (!text.empty()) {
    // The process may wait until we read what it has answered so far.
    while (waitFor(output_, POLLIN, Clock::now()))
      if (!readMore(end))
        return false;
    if (!waitFor(input_, POLLOUT, end))
      return false;
    const ssize_t written = ::write(input_, text.data(), text.size());
    if (written < 0 && errno != EAGAIN)
      return false;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(0, written)));
  }
  return true;
}

bool SmtProcess::readMore(Clock::time_point end) {
  std::array<char, 1 << 16> buffer{};
  if (!waitFor(output_, POLLIN, end))
    return false;
  const ssize_t size = ::read(output_, buffer.data(), buffer.size());
  if (size <= 0)
    return size < 0 && errno == EAGAIN;
  unread_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

} // namespace heddle::solve
