// SPDX-License-Identifier: Apache-2.0
#include "campaign/progress.h"

#include <cstdio>
#include <unistd.h>

namespace heddle::campaign {

Progress::Progress(bool quiet) : live_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

void Progress::show(const std::string& line) {
  if (!live_)
    return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100))
    return;
  last_ = now;
  shown_ = true;
  std::fprintf(stderr, "\r\x1b[K%s", line.substr(0, 79).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_)
    return;
  shown_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

} // namespace heddle::campaign
