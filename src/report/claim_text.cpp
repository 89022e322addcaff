// SPDX-License-Identifier: Apache-2.0
#include "report/claim_text.h"

#include <array>
#include <fmt/core.h>
#include <utility>

#include "report/words/wording.h"

namespace heddle::report {

using model::Bounds;
using model::Completeness;
using model::Gap;
using model::MethodStatus;
using model::NotCompared;
using model::NothingToTest;

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

constexpr std::size_t kMostNamed = 4; // methods in one reason

// "wait(), attach(Socket &), 3 more"; "" if there are none.
template <typename Belongs>
std::string namesOf(const Methods& methods, Belongs belongs) {
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const model::MethodUse& method : methods) {
    if (!belongs(method))
      continue;
    if (names.size() < kMostNamed)
      names.push_back(methodText(method));
    else
      ++more;
  }
  if (more > 0)
    names.push_back(fmt::format("{} more", more));
  return printable(listed(names, ", "));
}

std::string inParentheses(const std::string& text) {
  return text.empty() ? "" : " (" + text + ")";
}

std::string namesWith(const Methods& methods, model::MethodStatus status) {
  return namesOf(methods, [&](const model::MethodUse& method) { return method.status == status; });
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
  case NotCompared::LockWasHeld:
    return count + " ran between lock and unlock of another thread";
  }
  return "";
}

std::string notComparedText(const Completeness& c, const Methods& methods) {
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < model::kNotCompared; ++i)
    if (c.methodsNotCompared[i] > 0)
      reasons.push_back(methodsText(static_cast<NotCompared>(i), c.methodsNotCompared[i]) +
                        inParentheses(namesOf(methods, [&](const model::MethodUse& method) {
                          return method.notCompared[i] > 0;
                        })));
  return "results not compared: " + listed(reasons, ", ");
}

std::string_view nothingText(NothingToTest reason) {
  switch (reason) {
  case NothingToTest::No:
    return "";
  case NothingToTest::NoTest:
    return "no test was run";
  case NothingToTest::NoMethod:
    return "the class has no method that can be called";
  case NothingToTest::NoneReturned:
    return "no method of the class ever returned";
  case NothingToTest::Precompiled:
    return "every method is precompiled, without hooks";
  case NothingToTest::NoMutator:
    return "no method changes anything";
  case NothingToTest::NothingShared:
    return "no two concurrent calls share memory or a lock";
  }
  return "";
}

std::string_view hintFor(NothingToTest reason) {
  switch (reason) {
  case NothingToTest::NoTest:
    return "raise --time or --tests";
  case NothingToTest::NoMethod:
  case NothingToTest::NoneReturned:
    return "--values adds values for parameters";
  case NothingToTest::Precompiled:
    return "name the sources of the class after its header";
  default:
    return "";
  }
}

std::string hintFor(Gap gap, const Completeness& c) {
  switch (gap) {
  case Gap::NothingToTest:
    return c.nothingToTest == NothingToTest::NoTest && c.pairsLeftOut > 0
               ? "--guide auto also runs pairs of methods that cannot interfere"
               : std::string(hintFor(c.nothingToTest));
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

std::string gapText(Gap gap, const Completeness& c, const Methods& methods) {
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
    return notComparedText(c, methods);
  case Gap::NothingObserved:
    return "no method returns results that differ";
  case Gap::MethodsNotDriven:
    return fmt::format("{} of {} not driven{}",
                       c.methodsNotDriven,
                       counted(c.methods, "method"),
                       inParentheses(namesWith(methods, MethodStatus::Skipped)));
  case Gap::MethodsNeverReturned:
    return fmt::format("{} never returned{}",
                       counted(c.methodsNeverReturned, "method"),
                       inParentheses(namesWith(methods, MethodStatus::NeverReturned)));
  case Gap::MethodsPrecompiled:
    return fmt::format("{} precompiled{}",
                       counted(c.methodsPrecompiled, "method"),
                       inParentheses(namesWith(methods, MethodStatus::Precompiled)));
  case Gap::MethodsNotConcurrent:
    return fmt::format("{} never called concurrently{}",
                       counted(c.methodsNotConcurrent, "method"),
                       inParentheses(namesWith(methods, MethodStatus::NotConcurrent)));
  case Gap::PairsLeftOut:
    return counted(c.pairsLeftOut, "pair") + " of methods left out";
  case Gap::Restarts:
    return counted(c.restarts, "execution") + " killed their process";
  case Gap::OtherFindings:
    return counted(c.otherFindings, "other finding");
  case Gap::PromiseNotKept:
    return "the search was not exhausted";
  case Gap::TimeRanOut:
    return fmt::format("the time of {:g} s ran out", c.timeLimit);
  case Gap::NothingToTest:
    return fmt::format("there is nothing to test: {}", nothingText(c.nothingToTest));
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

std::string gapsText(const Completeness& completeness, const Methods& methods) {
  std::vector<std::string> texts;
  for (Gap gap : gapsOf(completeness))
    texts.push_back(gapText(gap, completeness, methods));
  return listed(texts, "; ");
}

std::string untestedText(const Methods& methods) {
  constexpr std::array<std::pair<MethodStatus, std::string_view>, 3> kStatuses = {
      {{MethodStatus::Skipped, "skipped"},
       {MethodStatus::NeverReturned, "never returned"},
       {MethodStatus::Precompiled, "precompiled"}}};
  std::vector<std::string> texts;
  for (const auto& [status, text] : kStatuses)
    if (const std::string names = namesWith(methods, status); !names.empty())
      texts.push_back(fmt::format("{} ({})", names, text));
  return listed(texts, "; ");
}

std::string methodText(const model::MethodUse& method) {
  using Kind = model::ClassModel::MemberKind;
  switch (method.kind) {
  case Kind::Function:
    return method.signature;
  case Kind::MemberTemplate:
    return "member template " + method.signature;
  case Kind::ConstructorTemplate:
    return "constructor template " + method.signature;
  }
  return method.signature;
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
  case NotCompared::LockWasHeld:
    return "it ran between lock and unlock of another thread";
  }
  return "";
}

Cause causeOf(const Completeness& completeness) {
  const std::vector<Gap> gaps = gapsOf(completeness);
  if (gaps.empty())
    return {};
  // Later ones are stronger.
  return {.text = gapText(gaps.back(), completeness, {}),
          .hint = hintFor(gaps.back(), completeness)};
}

} // namespace heddle::report
