// SPDX-License-Identifier: Apache-2.0
#include "report/coverage_text.h"

#include <algorithm>
#include <fmt/core.h>

namespace heddle::report {

using model::ClassCoverage;
using model::OperationKind;

namespace {

std::string listOf(const std::vector<MethodUse>& methods) {
  std::string text;
  for (const MethodUse& method : methods)
    if (method.problem.empty())
      text += (text.empty() ? "" : ", ") + method.signature;
  return text;
}

std::string shapesText(const model::CheckSummary& summary) {
  std::string text;
  for (const auto& shape : summary.shapes)
    if (shape.units > 0)
      text += fmt::format("{}{}: {}{}",
                          text.empty() ? "" : ", ",
                          shape.shape,
                          shape.units,
                          shape.exhausted ? " (all)" : "");
  return text;
}

// "36 of 45 cannot fail and came last (heddle deps says why)"
std::string pairsText(const model::CheckSummary& summary) {
  std::string text = fmt::format("{} of {} cannot fail and {} (heddle deps says why)",
                                 summary.pairsPruned - summary.pairsRestored,
                                 summary.pairs,
                                 summary.guide == "auto" ? "came last" : "were left out");
  if (summary.pairsRestored > 0)
    text += fmt::format("; {} more came back", summary.pairsRestored);
  return text;
}

std::string boundText(const model::CheckSummary& summary) {
  return summary.preemptionBound < 0
             ? ""
             : fmt::format(" with at most {}", counted(summary.preemptionBound, "preemption"));
}

} // namespace

std::vector<MethodUse> methodsOf(const ClassCoverage& coverage) {
  std::vector<MethodUse> methods;
  const auto& uses = coverage.summary.operations;
  for (std::size_t i = 0; i < coverage.subject.operations.size(); ++i) {
    const model::OperationModel& operation = coverage.subject.operations[i];
    if (operation.kind == OperationKind::Constructor || operation.kind == OperationKind::Factory)
      continue;
    MethodUse method{.signature = operation.signature, .problem = operation.unsupported};
    if (i < uses.size()) {
      method.tests = uses[i].tests;
      if (method.problem.empty())
        method.problem = uses[i].problem;
    }
    methods.push_back(std::move(method));
  }
  for (const auto& [what, why] : coverage.subject.leftOut)
    if (why != "deleted") // nobody can call it
      methods.push_back({.signature = what, .problem = why});
  return methods;
}

std::string drivenText(const ClassCoverage& coverage) {
  const std::vector<MethodUse> methods = methodsOf(coverage);
  const auto driven = std::ranges::count(methods, std::string(), &MethodUse::problem);
  return fmt::format("{} of {}", driven, counted(methods.size(), "method"));
}

Lines coverageText(const ClassCoverage& coverage, std::size_t width, std::size_t maxLines) {
  Lines lines;
  const std::vector<MethodUse> methods = methodsOf(coverage);
  appendWrapped(lines, "  driven   ", drivenText(coverage) + ": " + listOf(methods), width);
  std::size_t left = maxLines > lines.size() + 5 ? maxLines - lines.size() - 5 : 1;
  std::size_t hidden = 0;
  bool first = true;
  for (const MethodUse& method : methods) {
    if (method.problem.empty())
      continue;
    Lines wrapped;
    appendWrapped(wrapped,
                  first ? "  skipped  " : "           ",
                  printable(method.signature + ": " + method.problem),
                  width);
    first = false;
    if (wrapped.size() > left) {
      ++hidden;
      continue;
    }
    left -= wrapped.size();
    lines.insert(lines.end(), wrapped.begin(), wrapped.end());
  }
  if (hidden > 0)
    lines.push_back(fmt::format("           ... {} (all of them: --format json)",
                                counted(hidden, "more method")));
  const model::CheckSummary& summary = coverage.summary;
  if (const std::string shapes = shapesText(summary); !shapes.empty())
    appendWrapped(lines, "  tests    ", shapes, width);
  if (summary.pairs > 0)
    appendWrapped(lines, "  pairs    ", pairsText(summary), width);
  if (summary.units > 0)
    appendWrapped(lines,
                  "  explored ",
                  fmt::format("all interleavings{} of {} of these {}",
                              boundText(summary),
                              summary.unitsExhausted,
                              summary.units),
                  width);
  return lines;
}

} // namespace heddle::report
