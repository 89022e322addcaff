// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of AppenderAttachable, V17 in Table 3 of the PCR paper; the test is that of its Fig. 1.
// Prefix: one attached appender. Suffixes: isAttached() | removeAllAppenders().
#ifdef FIXED
#include "appender_attachable_fixed.hpp"
#else
#include "appender_attachable.hpp"
#endif

#include <thread>

namespace {

class Console : public log4::Appender {
public:
  void doAppend(const log4::LoggingEvent&) override {}
  void close() override {}
};

} // namespace

int main() {
  log4::AppenderAttachable attachable;
  Console console;
  attachable.addAppender(&console);
  std::thread asking([&attachable, &console] { attachable.isAttached(&console); }); // BUG
  std::thread removing([&attachable] { attachable.removeAllAppenders(); });         // BUG
  asking.join();
  removing.join();
}
