// SPDX-License-Identifier: Apache-2.0
#include "report/claim_text.h"

#include <fmt/core.h>

#include "report/words/wording.h"

namespace heddle::report {

using model::Bounds;
using model::Completeness;
using model::Gap;
using model::NotCompared;

namespace {

std::string listed(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (const std::string& item : items)
    (text += text.empty() ? "" : separator) += item;
  return text;
}

std::vector<std::string> limitsOf(const Bounds& bounds) {
  std::vector<std::string> limits;
  if (bounds.preemptions >= 0)
    limits.push_back(counted(static_cast<std::uint64_t>(bounds.preemptions), "preemption"));
  if (bounds.delays >= 0)
    limits.push_back(counted(static_cast<std::uint64_t>(bounds.delays), "delay"));
  return limits;
}

std::string notExhaustedText(const Completeness& c) {
  if (c.tests == 0)
    return "no test was run";
  if (c.tests == 1)
    return "not every interleaving was run";
  return fmt::format(
      "{} of {} not explored completely", c.tests - c.testsExhausted, counted(c.tests, "test"));
}

std::string methodsText(NotCompared reason, std::uint64_t methods) {
  const bool one = methods == 1;
  const std::string count = counted(methods, "method");
  switch (reason) {
  case NotCompared::ReadsClock:
    return count + (one ? " reads" : " read") + " a clock or random numbers";
  case NotCompared::ClassThreads:
    return "threads of the class take part";
  case NotCompared::ResultType:
    return count + (one ? " returns a type" : " return types") + " that cannot be compared";
  case NotCompared::GaveUpLock:
    return count + " gave up a lock that another thread held";
  }
  return "";
}

std::string notComparedText(const Completeness& c) {
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < model::kNotCompared; ++i)
    if (c.methodsNotCompared[i] > 0)
      reasons.push_back(methodsText(static_cast<NotCompared>(i), c.methodsNotCompared[i]));
  return "results not compared: " + listed(reasons, ", ");
}

std::string hintFor(Gap gap) {
  switch (gap) {
  case Gap::PromiseNotKept:
    return "raise --executions, or bound it with --preemptions 2";
  case Gap::TimeRanOut:
    return "raise --time";
  case Gap::Unconfirmed:
    return "see below";
  case Gap::Interrupted:
    return "run it again to the end";
  default:
    return "";
  }
}

} // namespace

std::string positionText(const model::Position& position) {
  const std::string execution = fmt::format("execution {}", position.execution);
  return position.test == 0 ? execution : fmt::format("test {}, {}", position.test, execution);
}

std::string limitText(const Bounds& bounds) {
  return listed(limitsOf(bounds), " and ");
}

std::string boundsText(const Completeness& completeness) {
  if (!completeness.isExhausted())
    return "";
  std::vector<std::string> limits = limitsOf(completeness.bounds);
  for (std::string& limit : limits)
    limit.insert(0, "at most ");
  return limits.empty() ? "no preemption bound" : listed(limits, ", ");
}

std::string gapText(Gap gap, const Completeness& c) {
  switch (gap) {
  case Gap::TestsNotTried:
    return "a limit ended the search for tests";
  case Gap::NotExhausted:
    return notExhaustedText(c);
  case Gap::Omissions:
    return "the search had to leave some interleavings out";
  case Gap::CutExecutions:
    return counted(c.cutExecutions, "execution") + " cut at the limit of events";
  case Gap::FairExecutions:
    return counted(c.fairExecutions, "execution") + " scheduled fairly to let them end";
  case Gap::UnknownOrders:
    return "not all serial orders known of " + counted(c.testsWithUnknownOrders, "test");
  case Gap::SerialFailures:
    return counted(c.testsFailingSerially, "test") + " failing in serial executions too";
  case Gap::ResultsNotCompared:
    return notComparedText(c);
  case Gap::MethodsNotDriven:
    return fmt::format("{} of {} not driven", c.methodsNotDriven, counted(c.methods, "method"));
  case Gap::PairsLeftOut:
    return counted(c.pairsLeftOut, "pair") + " of methods left out";
  case Gap::Restarts:
    return counted(c.restarts, "execution") + " killed their process";
  case Gap::PromiseNotKept:
    return "the search was not exhausted";
  case Gap::TimeRanOut:
    return fmt::format("the time of {:g} s ran out", c.timeLimit);
  case Gap::Unconfirmed:
    return "a failure did not happen again when it was replayed";
  case Gap::GaveUp:
    return "the search ended early";
  case Gap::Interrupted:
    return "it was interrupted";
  case Gap::Unsupported:
    return "the program uses something that heddle does not model";
  }
  return "";
}

std::string gapsText(const Completeness& completeness) {
  std::vector<std::string> texts;
  for (Gap gap : gapsOf(completeness))
    texts.push_back(gapText(gap, completeness));
  return listed(texts, "; ");
}

std::string_view reasonText(NotCompared reason) {
  switch (reason) {
  case NotCompared::ReadsClock:
    return "it reads a clock or random numbers";
  case NotCompared::ClassThreads:
    return "threads of the class take part";
  case NotCompared::ResultType:
    return "its type cannot be compared";
  case NotCompared::GaveUpLock:
    return "it gave up a lock that another thread held";
  }
  return "";
}

Cause causeOf(const Completeness& completeness) {
  const std::vector<Gap> gaps = gapsOf(completeness);
  if (gaps.empty())
    return {};
  // Later ones are stronger.
  return {.text = gapText(gaps.back(), completeness), .hint = hintFor(gaps.back())};
}

} // namespace heddle::report
