// SPDX-License-Identifier: Apache-2.0
// What appenders write, and how it becomes text.
#pragma once

#include <string>

namespace log4 {

enum class Priority { Debug, Info, Warn, Error };

struct LoggingEvent {
  Priority priority = Priority::Info;
  std::string message;
};

// Must be safe to call from several threads.
class Layout {
public:
  virtual ~Layout() = default;
  virtual std::string format(const LoggingEvent& event) const = 0;
};

} // namespace log4
