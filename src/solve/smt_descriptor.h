// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "solve/smt_channel.h"

namespace heddle::solve {

// A solver process at the other end of a socket. The process that creates the socket sets its timeouts, so that no read or
// write waits forever, and ignores SIGPIPE. An exchange notices its own timeout between two reads or writes only, so that it
// may take longer by the timeout of the socket.
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
