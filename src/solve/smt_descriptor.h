// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "solve/smt_channel.h"

namespace heddle::solve {

// A solver process at the other end of a socket. The process that made the socket has set its timeouts, so that no read or
// write waits forever, and has made sure that SIGPIPE is ignored.
class SmtDescriptor final : public SmtChannel {
public:
  explicit SmtDescriptor(int descriptor) : descriptor_(descriptor) {}

  std::optional<std::string> exchange(std::string_view commands,
                                      std::string_view end,
                                      std::chrono::milliseconds timeout) override;

private:
  using Clock = std::chrono::steady_clock;

  bool write(std::string_view text, Clock::time_point deadline) const;
  bool readMore();

  int descriptor_;
  std::string unread_;
};

} // namespace heddle::solve
