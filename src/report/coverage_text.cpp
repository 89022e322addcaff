// SPDX-License-Identifier: Apache-2.0
#include "report/coverage_text.h"

#include <algorithm>
#include <fmt/core.h>

#include "report/claim_text.h"
#include "report/words/message_text.h"

namespace heddle::report {

using model::ClassCoverage;
using model::MethodStatus;
using model::MethodUse;

namespace {

constexpr std::size_t kLinesAfterMethods =
    4; // tests, pairs, explored, and how many methods are hidden

std::string listOf(const std::vector<MethodUse>& methods) {
  std::string text;
  for (const MethodUse& method : methods)
    if (method.isDriven())
      text += (text.empty() ? "" : ", ") + method.signature;
  return text;
}

std::string shapesText(const model::CheckSummary& summary) {
  std::string text;
  for (const auto& shape : summary.shapes)
    if (shape.tests > 0)
      text += fmt::format("{}{}: {}{}",
                          text.empty() ? "" : ", ",
                          shapeText(shape.shape),
                          shape.tests,
                          shape.exhausted ? " (all)" : "");
  return text;
}

// "36 of 45 method pairs cannot interfere (see heddle deps) and were tested last"
std::string pairsText(const model::CheckSummary& summary) {
  std::string text = fmt::format("{} of {} cannot interfere (see heddle deps) and were {}",
                                 summary.pairsPruned - summary.pairsRestored,
                                 counted(summary.pairs, "method pair"),
                                 summary.pairsLeftOut == 0 ? "tested last" : "left out");
  if (summary.pairsRestored > 0)
    text += fmt::format("; {} more turned out to interfere", summary.pairsRestored);
  return text;
}

// "exhaustive up to 2 preemptions: 15 of 16 tests"
std::string exhaustedText(const model::Completeness& completeness) {
  const std::string limit = limitText(completeness.bounds);
  return fmt::format("exhaustive{}: {} of {}",
                     limit.empty() ? "" : " up to " + limit,
                     completeness.testsExhausted,
                     counted(completeness.tests, "test"));
}

// A list of methods with what is to be said about each, as far as there is room.
class MethodList {
public:
  MethodList(Lines& lines, std::size_t width, std::size_t room)
      : lines_(lines), width_(width), room_(room) {}

  void begin(std::string_view label) { label_ = fmt::format("  {:<9}", label); }

  void add(const MethodUse& method, std::string_view what) {
    Lines wrapped;
    appendWrapped(
        wrapped, label_, printable(fmt::format("{}: {}", methodText(method), what)), width_);
    if (wrapped.size() > room_) {
      ++hidden_;
      return;
    }
    room_ -= wrapped.size();
    lines_.insert(lines_.end(), wrapped.begin(), wrapped.end());
    label_.assign(label_.size(), ' ');
  }

  void finish() {
    if (hidden_ > 0)
      lines_.push_back(fmt::format("           ... {} more (all of them: --format json)", hidden_));
  }

private:
  Lines& lines_;
  std::size_t width_;
  std::size_t room_; // lines
  std::string label_;
  std::size_t hidden_ = 0;
};

void addMethods(Lines& lines,
                const std::vector<MethodUse>& methods,
                std::size_t width,
                std::size_t room) {
  MethodList list(lines, width, room);
  const auto addAll = [&](std::string_view label, MethodStatus status, auto textOf) {
    list.begin(label);
    for (const MethodUse& method : methods)
      if (method.status == status)
        list.add(method, textOf(method));
  };
  const auto problemOf = [](const MethodUse& method) { return messageText(method.problem); };
  const auto say = [](std::string_view text) { return [text](const MethodUse&) { return text; }; };
  addAll("skipped", MethodStatus::Skipped, problemOf);
  addAll("failed", MethodStatus::NeverReturned, problemOf);
  addAll("opaque",
         MethodStatus::Precompiled,
         say("precompiled: its accesses to memory are not seen, nor are data races in it"));
  addAll("alone", MethodStatus::NotConcurrent, say("no test calls it concurrently"));
  list.begin("results");
  for (const MethodUse& method : methods)
    for (std::size_t i = 0; i < model::kNotCompared; ++i)
      if (method.notCompared[i] > 0)
        list.add(method,
                 fmt::format("not compared, {}", reasonText(static_cast<model::NotCompared>(i))));
  list.finish();
}

} // namespace

std::string patternsText(const model::RunResult& result) {
  if (!result.patterns || result.patterns->estimatedPatterns == 0)
    return "";
  const model::RunStats& stats = result.stats;
  const std::string of = stats.observedExecutions == stats.executions
                             ? ""
                             : fmt::format("{} of ", stats.observedExecutions);
  return fmt::format("{}{} of an estimated {}, in {}{}",
                     result.patterns->isFull ? "more than " : "",
                     result.patterns->patterns,
                     counted(result.patterns->estimatedPatterns, "memory-access pattern"),
                     of,
                     counted(stats.executions, "execution"));
}

std::string drivenText(const ClassCoverage& coverage) {
  const std::vector<MethodUse> methods = methodsOf(coverage);
  const auto driven = std::ranges::count_if(methods, &MethodUse::isDriven);
  return fmt::format("{} of {}", driven, counted(methods.size(), "method"));
}

Lines coverageText(const ClassCoverage& coverage,
                   const model::Completeness& completeness,
                   std::size_t width,
                   std::size_t maxLines) {
  Lines lines;
  const std::vector<MethodUse> methods = methodsOf(coverage);
  const std::string driven = listOf(methods);
  appendWrapped(
      lines, "  driven   ", drivenText(coverage) + (driven.empty() ? "" : ": " + driven), width);
  const std::size_t used = lines.size() + kLinesAfterMethods;
  addMethods(lines, methods, width, maxLines > used + 1 ? maxLines - used : 1);
  const model::CheckSummary& summary = coverage.summary;
  if (const std::string shapes = shapesText(summary); !shapes.empty())
    appendWrapped(lines, "  tests    ", shapes, width);
  if (summary.pairs > 0)
    appendWrapped(lines, "  pairs    ", pairsText(summary), width);
  appendWrapped(lines, "  explored ", exhaustedText(completeness), width);
  return lines;
}

std::string shapeText(model::TestShape shape) {
  return shape == model::TestShape::TwoObjects ? "two objects" : std::string(nameOf(shape));
}

} // namespace heddle::report
