// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "solve/smt_channel.h"

namespace heddle::solve {

// A solver as a child process, with one pipe in each direction.
class SmtProcess final : public SmtChannel {
public:
  explicit SmtProcess(const std::vector<std::string>& command);
  ~SmtProcess() override;

  std::optional<std::string> exchange(std::string_view commands,
                                      std::string_view end,
                                      std::chrono::milliseconds timeout) override;
  pid_t pid() const { return pid_; }

private:
  using Clock = std::chrono::steady_clock;
  bool waitFor(int descriptor, short events, Clock::time_point end) const;
  bool write(std::string_view text, Clock::time_point end);
  bool readMore(Clock::time_point end);

  pid_t pid_ = -1;
  int input_ = -1;  // of the child
  int output_ = -1; // of the child
  std::string unread_;
};

} // namespace heddle::solve
