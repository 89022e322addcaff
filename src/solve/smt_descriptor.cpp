// SPDX-License-Identifier: Apache-2.0
#include "solve/smt_descriptor.h"

#include <array>
#include <unistd.h>

namespace heddle::solve {

std::optional<std::string> SmtDescriptor::exchange(std::string_view commands,
                                                   std::string_view end,
                                                   std::chrono::milliseconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  if (!write(commands, deadline))
    return std::nullopt;
  const std::string last = std::string(end) + "\n";
  std::size_t at = 0;
  while ((at = unread_.find(last)) == std::string::npos)
    if (Clock::now() > deadline || !readMore())
      return std::nullopt;
  std::string answer = unread_.substr(0, at);
  unread_.erase(0, at + last.size());
  return answer;
}

bool SmtDescriptor::write(std::string_view text, Clock::time_point deadline) const {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written <= 0 || Clock::now() > deadline)
      return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool SmtDescriptor::readMore() {
  static std::array<char, 1 << 16> buffer; // large for the stack of a harness
  const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size > 0)
    unread_.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

} // namespace heddle::solve
