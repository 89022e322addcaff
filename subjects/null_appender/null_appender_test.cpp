// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of NullAppender, V19 in Table 3 of the PCR paper.
// Prefix: an appender with one filter. Suffixes: addFilter() | clearFilters().
#ifdef FIXED
#include "null_appender_fixed.hpp"
#else
#include "null_appender.hpp"
#endif

#include <thread>

namespace {

class Everything : public log4::Filter {
public:
  bool accepts(const log4::LoggingEvent&) const override { return true; }
};

} // namespace

int main() {
  const Everything first;
  const Everything second;
  log4::NullAppender appender;
  appender.addFilter(&first);
  std::thread adding([&appender, &second] { appender.addFilter(&second); }); // BUG
  std::thread clearing([&appender] { appender.clearFilters(); });
  adding.join();
  clearing.join();
}
