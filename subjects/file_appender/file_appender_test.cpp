// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of FileAppender, V18 in Table 3 of the PCR paper.
// Prefix: an appender with a layout and an open file. Suffixes: doAppend() | close().
#ifdef FIXED
#include "file_appender_fixed.hpp"
#else
#include "file_appender.hpp"
#endif

#include <thread>

namespace {

class MessageOnly : public log4::Layout {
public:
  std::string format(const log4::LoggingEvent& event) const override { return event.message; }
};

} // namespace

int main() {
  const MessageOnly layout;
  log4::FileAppender appender;
  appender.setName("orders");
  appender.setThreshold(log4::Priority::Info);
  appender.setLayout(&layout);
  appender.setFile("orders.log");
  appender.setFileAppend(true);
  appender.activateOptions();
  std::thread appending([&appender] { appender.doAppend({log4::Priority::Warn, "late"}); }); // BUG
  std::thread closing([&appender] { appender.close(); });                                    // BUG
  appending.join();
  closing.join();
}
