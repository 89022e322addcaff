// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "solve/smt_descriptor.h"
#include "support/subprocess.h"

namespace heddle::solve {

// A solver as a child process at the other end of a socket, as campaign/solver_process.h starts it for a harness.
class SmtProcess {
public:
  static constexpr std::chrono::seconds kPatience{60};

  // No single read or write waits longer than `patience`. A program that does not exist is like one that has ended.
  explicit SmtProcess(std::vector<std::string> command = {"z3", "-in"},
                      std::chrono::milliseconds patience = kPatience);
  ~SmtProcess();
  SmtProcess(const SmtProcess&) = delete;
  SmtProcess& operator=(const SmtProcess&) = delete;

  SmtChannel& channel() { return *channel_; }
  void signal(int signal) {
    if (process_)
      process_->kill(signal);
  }

private:
  int socket_ = -1;
  std::optional<Process> process_;
  std::optional<SmtDescriptor> channel_;
};

} // namespace heddle::solve
