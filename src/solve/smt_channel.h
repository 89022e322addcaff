// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::solve {

// The way to an SMT solver that runs in another process. Who starts it and how it is reached is the caller's business: a
// harness may not start processes.
class SmtChannel {
public:
  SmtChannel() = default;
  SmtChannel(const SmtChannel&) = delete;
  SmtChannel& operator=(const SmtChannel&) = delete;
  virtual ~SmtChannel() = default;

  // Sends commands, and returns what the process answers before the line `end`. Nothing: the process has ended, or has not
  // answered in time. Does not raise signals.
  virtual std::optional<std::string>
  exchange(std::string_view commands, std::string_view end, std::chrono::milliseconds timeout) = 0;
};

} // namespace heddle::solve
