// SPDX-License-Identifier: Apache-2.0
#include "smt_process.h"

#include <array>
#include <csignal>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "support/check.h"

namespace heddle::solve {

SmtProcess::SmtProcess(std::vector<std::string> command, std::chrono::milliseconds patience) {
  std::array<int, 2> ends{};
  HEDDLE_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0)
      << "cannot create a socket";
  socket_ = ends[0];
  const int theirs = ends[1];
  const timeval limit{.tv_sec = patience.count() / 1000, .tv_usec = patience.count() % 1000 * 1000};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
  // A write to a process that has ended is an error of the write, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  Command start;
  start.arguments = std::move(command);
  start.inChild = [theirs] {
    ::dup2(theirs, STDIN_FILENO);
    ::dup2(theirs, STDOUT_FILENO);
  };
  if (Result<Process> process = Process::start(start))
    process_.emplace(std::move(*process));
  ::close(theirs);
  channel_.emplace(socket_);
}

SmtProcess::~SmtProcess() {
  ::close(socket_);
}

} // namespace heddle::solve
