// SPDX-License-Identifier: Apache-2.0
#include "report/effort_text.h"

#include <fmt/core.h>

#include "report/words/wording.h"

namespace heddle::report {

namespace {

bool isAboutTests(const model::RunResult& result) {
  return result.coverage.has_value() || result.reproduction.has_value();
}

// Executions that are not part of the search.
std::string othersText(const model::RunStats& stats) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (stats.serialExecutions > 0)
    add(fmt::format("{} serial", stats.serialExecutions));
  if (stats.warmUpExecutions > 0)
    add(fmt::format("{} warm-up", stats.warmUpExecutions));
  if (stats.minimisingExecutions > 0)
    add(fmt::format("{} minimising", stats.minimisingExecutions));
  if (stats.replayExecutions > 0)
    add(counted(stats.replayExecutions, "replay"));
  return text;
}

} // namespace

std::string exploredText(const model::RunResult& result) {
  const std::string executions = counted(result.stats.executions, "execution");
  return isAboutTests(result) ? counted(result.stats.tests, "test") + ", " + executions
                              : executions;
}

std::string effortText(const model::RunResult& result) {
  const std::string others = othersText(result.stats);
  return fmt::format("{}{}, {}, seed {}",
                     exploredText(result),
                     others.empty() ? "" : fmt::format(" (plus {})", others),
                     secondsText(result.stats.seconds),
                     result.stats.seed);
}

} // namespace heddle::report
