// SPDX-License-Identifier: Apache-2.0
#include "crash/stack_match.h"

#include <algorithm>

#include "crash/function_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::CrashFrame;

constexpr std::size_t kMaxCompared = 500; // frames of each side: the comparison is quadratic

std::vector<FunctionName> namesOf(const std::vector<CrashFrame>& frames) {
  std::vector<FunctionName> names;
  names.reserve(std::min(frames.size(), kMaxCompared));
  for (std::size_t i = 0; i < frames.size() && i < kMaxCompared; ++i)
    names.push_back(parseFunctionName(frames[i].function));
  return names;
}

// The length of the longest common subsequence.
std::size_t commonFrames(const std::vector<FunctionName>& a, const std::vector<FunctionName>& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const auto& name : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = sameFunction(name, b[j - 1]) ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = above;
    }
  }
  return row.back();
}

} // namespace

StackMatch matchStacks(const std::vector<CrashFrame>& given, const std::vector<CrashFrame>& found) {
  StackMatch result;
  const auto a = namesOf(given), b = namesOf(found);
  if (a.empty() || b.empty())
    return result;
  result.matched = commonFrames(a, b);
  result.missing = a.size() - result.matched;
  result.sameFailure = sameFunction(a.front(), b.front());
  result.sameMethod = sameFunction(a.back(), b.back());
  const auto& here = given.front();
  const auto& there = found.front();
  if (here.line != 0 && there.line != 0 && baseName(here.file) == baseName(there.file))
    result.linesApart = std::max(here.line, there.line) - std::min(here.line, there.line);
  return result;
}

std::vector<CrashFrame>
userFrames(const model::ThreadStack& stack, std::size_t first, std::size_t last) {
  std::vector<CrashFrame> frames;
  for (std::size_t i = first; i < stack.frames.size() && i <= last; ++i)
    if (stack.frames[i].origin == model::FrameOrigin::User || i == first || i == last)
      frames.push_back(stack.frames[i]);
  return frames;
}

} // namespace heddle::crash
