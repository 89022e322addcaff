// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/result.h"
#include "support/subprocess.h"

namespace heddle::campaign {

// An SMT solver that a harness asks over a socket. A harness cannot start processes itself.
class SolverProcess {
public:
  // Fails if there is no z3.
  static Result<SolverProcess> start();

  SolverProcess(SolverProcess&& other) noexcept;
  SolverProcess& operator=(SolverProcess&& other) noexcept;
  SolverProcess(const SolverProcess&) = delete;
  SolverProcess& operator=(const SolverProcess&) = delete;
  ~SolverProcess();

  // The harness's end of the socket.
  int descriptor() const { return descriptor_; }

private:
  SolverProcess(Process process, int descriptor)
      : process_(std::move(process)), descriptor_(descriptor) {}

  Process process_;
  int descriptor_;
};

} // namespace heddle::campaign
