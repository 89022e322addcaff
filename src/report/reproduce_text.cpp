// SPDX-License-Identifier: Apache-2.0
#include "report/reproduce_text.h"

#include <fmt/core.h>

#include "explain/functions.h"
#include "report/stack_table.h"

namespace heddle::report {

namespace {

using model::ReproduceAnswer;
using model::Reproduction;
using model::StackPruning;

std::string_view meaningOf(StackPruning rule) {
  switch (rule) {
  case StackPruning::Static:
    return "the summaries of the two methods rule it out";
  case StackPruning::Exception:
    return "a call fails alone";
  case StackPruning::Stack:
    return "the call does not reach the point of failure when it runs alone";
  case StackPruning::Redundant:
    return "the same two traces were explored before";
  case StackPruning::Interfere:
    return "the other call writes nothing that is read before";
  case StackPruning::Interleave:
    return "both hold a common lock";
  }
  return "";
}

std::string targetText(const model::SourcePlace& place) {
  if (place.function.empty())
    return "any method";
  std::string function = explain::shortFunction(explain::readableFunction(place.function));
  if (place.line == 0)
    return function;
  return fmt::format(
      "{} at {}:{}", function, place.file.substr(place.file.find_last_of('/') + 1), place.line);
}

// Not when the method itself is what fails.
bool isCalledFrom(const model::ReproduceTarget& target) {
  return !target.method.empty() && !target.stacks.empty() &&
         target.stacks.front().frames.size() > 1;
}

void addOthers(Lines& lines, const ReproduceAnswer& answer, std::size_t width) {
  for (std::size_t i = 1; i < answer.target.stacks.size() && i < 4; ++i)
    appendWrapped(lines,
                  "  ",
                  fmt::format("{}: {}, tried first",
                              answer.target.stacks[i].title,
                              answer.target.stacks[i].method),
                  width);
}

void addEffort(Lines& lines, const Reproduction& run, std::size_t width) {
  appendWrapped(
      lines,
      "  tried    ",
      fmt::format("{} of at most {}, {}; explored: {}",
                  run.prefixes == 1 ? "1 prefix" : fmt::format("{} prefixes", run.prefixes),
                  counted(run.levels, "call"),
                  counted(run.candidates, "candidate"),
                  counted(run.tests, "test")),
      width);
  for (std::size_t i = 0; i < model::kStackPrunings; ++i)
    if (run.pruned[i] > 0)
      appendWrapped(lines,
                    "  left out ",
                    fmt::format("{} by {}: {}",
                                run.pruned[i],
                                nameOf(static_cast<StackPruning>(i)),
                                meaningOf(static_cast<StackPruning>(i))),
                    width);
  if (run.fallback > 0)
    appendWrapped(lines,
                  "  then     ",
                  fmt::format("{} that had been left out", counted(run.fallback, "candidate")),
                  width);
}

} // namespace

Lines reproducedText(const ReproduceAnswer& answer, std::size_t width) {
  Lines lines;
  for (const ReproduceAnswer::Stacks& stacks : answer.stacks) {
    const Lines table = stackTable(stacks.given, stacks.produced, width);
    lines.insert(lines.end(), table.begin(), table.end());
  }
  addOthers(lines, answer, width);
  if (answer.run.fallback > 0)
    appendWrapped(lines,
                  "  note: ",
                  "no candidate that the prunings kept failed that way: this one had been left out",
                  width);
  if (!lines.empty())
    lines.emplace_back();
  return lines;
}

Lines triedText(const ReproduceAnswer& answer, std::size_t width) {
  Lines lines;
  const model::ReproduceTarget& target = answer.target;
  std::string what =
      target.kind == model::FindingKind::None ? "a failure" : std::string(toText(target.kind));
  appendWrapped(lines,
                "  target   ",
                fmt::format("{} in {}{}",
                            what,
                            targetText(target.location),
                            isCalledFrom(target) ? ", called by " + target.method : ""),
                width);
  addOthers(lines, answer, width);
  addEffort(lines, answer.run, width);
  appendWrapped(lines,
                "  reached  ",
                answer.run.reached == 0
                    ? "no call reached the point of failure when it was run alone"
                    : fmt::format("{} reached the point of failure when run alone",
                                  counted(answer.run.reached, "call")),
                width);
  return lines;
}

} // namespace heddle::report
