// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of Logger, V8 in Table 3 of the PCR paper.
// Prefix: a logger with a filter. Suffixes: info() | setFilter(nullptr).
#ifdef FIXED
#include "logger_fixed.hpp"
#else
#include "logger.hpp"
#endif

#include <thread>

namespace {

class Everything : public logging::Filter {
public:
  bool isLoggable(const logging::LogRecord&) const override { return true; }
};

} // namespace

int main() {
  const Everything everything;
  logging::Logger logger("orders");
  logger.setFilter(&everything);
  std::thread logging([&logger] { logger.info("sent"); }); // BUG
  std::thread resetting([&logger] { logger.setFilter(nullptr); });
  logging.join();
  resetting.join();
}
