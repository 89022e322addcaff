// SPDX-License-Identifier: Apache-2.0
#include "cli/reproduce_author.h"

#include <algorithm>
#include <fmt/core.h>
#include <tuple>

#include "crash/canonical_name.h"
#include "crash/function_name.h"
#include "crash/stack_match.h"
#include "report/stack_table.h"
#include "support/check.h"

namespace heddle::cli {

namespace {

using model::CrashFrame;
using model::Finding;
using model::SourcePlace;
using model::StackComparison;

constexpr unsigned kTableWidth = 96; // 100 columns without the comment sign

// "lambda in app::Server::start" is how reports call it.
std::string functionOf(const SourcePlace& place) {
  static constexpr std::string_view kLambda = "lambda in ";
  return place.function.starts_with(kLambda)
             ? crash::canonicalFunction(place.function.substr(kLambda.size()) + "::{lambda()#1}")
             : crash::canonicalFunction(place.function);
}

std::vector<CrashFrame> framesOf(const std::vector<SourcePlace>& places) {
  std::vector<CrashFrame> frames;
  for (const SourcePlace& place : places) {
    CrashFrame& frame = frames.emplace_back();
    frame.function = functionOf(place);
    frame.file = place.file;
    frame.line = place.line;
  }
  return frames;
}

// Without what is outside of the method that the given stack ends with.
std::vector<CrashFrame> upToMethod(std::vector<CrashFrame> frames, const CrashFrame& method) {
  const crash::FunctionName wanted = crash::parseFunctionName(method.function);
  const auto last =
      std::ranges::find_if(frames.rbegin(), frames.rend(), [&](const CrashFrame& frame) {
        return crash::sameFunction(crash::parseFunctionName(frame.function), wanted);
      });
  if (last != frames.rend())
    frames.erase(last.base(), frames.end());
  return frames;
}

bool waits(model::FindingKind kind) {
  return kind == model::FindingKind::Deadlock || kind == model::FindingKind::LostWakeup;
}

// An exception that leaves a call has the stack of its `throw`, unless a library without hooks threw it its own way.
bool hasNoStack(const Finding& finding) {
  return finding.stack.empty() && finding.kind == model::FindingKind::Exception;
}

std::vector<std::vector<SourcePlace>> stacksOf(const Finding& finding) {
  if (!waits(finding.kind) && finding.kind != model::FindingKind::DataRace)
    return {finding.stack};
  std::vector<std::vector<SourcePlace>> stacks;
  for (const model::ThreadState& thread : finding.threads)
    if (!thread.stack.empty())
      stacks.push_back(thread.stack);
  return stacks;
}

struct Best {
  crash::StackMatch match;
  std::size_t stack = 0; // of those of the finding
};

// The stack of the finding that is most like one of the given.
Best bestOf(const std::vector<std::vector<SourcePlace>>& stacks,
            const std::vector<CrashFrame>& given) {
  HEDDLE_CHECK(!given.empty()) << "there is no stack to compare with";
  Best best;
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    const crash::StackMatch match =
        crash::matchStacks(given, upToMethod(framesOf(stacks[i]), given.back()));
    const auto rank = [](const crash::StackMatch& m) {
      return std::tuple(m.isMatch(), m.matched, ~m.linesApart);
    };
    if (i == 0 || rank(match) > rank(best.match))
      best = {.match = match, .stack = i};
  }
  return best;
}

} // namespace

std::vector<SourcePlace> placesOf(const std::vector<CrashFrame>& frames) {
  std::vector<SourcePlace> places;
  places.reserve(frames.size());
  for (const CrashFrame& frame : frames)
    places.push_back(
        {.file = frame.file, .line = frame.line, .column = 0, .function = frame.function});
  return places;
}

std::vector<SourcePlace>
producedStack(const Finding& finding, const StackTarget& target, std::size_t index) {
  const auto stacks = stacksOf(finding);
  if (stacks.empty() || index >= target.frames.size() || target.frames[index].empty())
    return {};
  return stacks[bestOf(stacks, target.frames[index]).stack];
}

StackComparison compareStacks(Finding& finding, const StackTarget& target, bool meetsTarget) {
  if (!meetsTarget)
    return StackComparison::Different;
  HEDDLE_CHECK(!target.frames.empty()) << "the target has no stacks";
  if (target.wanted.kind != model::FindingKind::None && target.wanted.kind != finding.kind)
    finding.notes.push_back({.id = model::MessageId::OtherKind,
                             .arguments = {std::string(toText(target.wanted.kind)),
                                           std::string(toText(finding.kind))}});
  if (hasNoStack(finding) && !target.frames.front().empty()) {
    finding.notes.push_back({.id = model::MessageId::MatchedByException});
    return StackComparison::Exact;
  }
  const auto stacks = stacksOf(finding);
  StackComparison result = StackComparison::Exact;
  for (const std::vector<CrashFrame>& given : target.frames) {
    if (given.empty()) { // nothing to compare it with
      result = StackComparison::Moved;
      continue;
    }
    const crash::StackMatch match = bestOf(stacks, given).match;
    if (!match.isMatch() && match.matched == 0) { // none of its functions is in this code
      result = StackComparison::Moved;
      continue;
    }
    if (match.linesApart == 0)
      continue;
    result = StackComparison::Moved;
    finding.notes.push_back({.id = model::MessageId::FailsElsewhere,
                             .arguments = {crash::parseFunctionName(given.front().function).name,
                                           std::to_string(match.linesApart)}});
  }
  return result;
}

std::vector<explain::CallName> ReproduceAuthor::nameCalls(const campaign::HarnessLaunch& launch,
                                                          const model::FindingRecord& record) {
  if (record.meetsTarget)
    meeting_.insert(record.signature);
  return author_.nameCalls(launch, record);
}

void ReproduceAuthor::complete(Finding& finding, const model::Trace& trace) {
  finding.comparison = compareStacks(finding, target_, meeting_.contains(finding.signature));
  std::vector<std::string> remarks;
  if (finding.comparison != StackComparison::Different)
    for (std::size_t i = 0; i < target_.frames.size(); ++i)
      for (std::string& line : report::stackTable(
               placesOf(target_.frames[i]), producedStack(finding, target_, i), kTableWidth))
        remarks.push_back(std::move(line));
  author_.setRemarks(std::move(remarks));
  author_.complete(finding, trace);
}

} // namespace heddle::cli
