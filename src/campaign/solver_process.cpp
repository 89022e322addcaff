// SPDX-License-Identifier: Apache-2.0
#include "campaign/solver_process.h"

#include <array>
#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace heddle::campaign {

namespace {

constexpr timeval kPatience{.tv_sec = 3, .tv_usec = 0}; // longer than the timeout of a question

} // namespace

Result<SolverProcess> SolverProcess::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return Error{"cannot create a socket for the solver"};
  const int ours = ends[0];
  const int theirs = ends[1];
  ::setsockopt(ours, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof(kPatience));
  ::setsockopt(ours, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof(kPatience));
  Command command;
  command.arguments = {"z3", "-in"};
  command.error = Stream::discard();
  command.ownGroup = true;
  command.inChild = [theirs] {
    ::dup2(theirs, STDIN_FILENO);
    ::dup2(theirs, STDOUT_FILENO);
  };
  Result<Process> process = Process::start(command);
  ::close(theirs);
  if (!process) {
    ::close(ours);
    return Error{fmt::format("--solver z3 needs z3 ({}); install it, or use --solver graph",
                             process.error().message)};
  }
  return SolverProcess(std::move(*process), ours);
}

SolverProcess::SolverProcess(SolverProcess&& other) noexcept
    : process_(std::move(other.process_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

SolverProcess& SolverProcess::operator=(SolverProcess&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

SolverProcess::~SolverProcess() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

} // namespace heddle::campaign
