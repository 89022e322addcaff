// SPDX-License-Identifier: Apache-2.0
// backward-cpp: the innermost frame comes last, with source lines in between. Within one frame, inlined code follows
// the code that it is inlined into.
//
//   Stack trace (most recent call last) in thread 4711:
//   #2    Object "/lib/libc.so.6", at 0x7f224024524a, in __libc_start_main
//   #1    Source "/src/main.cpp", line 12, in main [0x55a6c941b452]
//             11: {
//         >   12:   book.info("x");
//   #0  | Source "/src/logbook.h", line 26, in info
//       |    26:   log(1, s);
//         Source "/src/logbook.h", line 44, in append [0x55a6c941b300]
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "crash/brackets.h"
#include "crash/canonical_name.h"
#include "crash/formats/formats.h"
#include "crash/formats/stack_collector.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

struct NumberedGroup {
  std::uint64_t number = 0;
  std::vector<model::CrashFrame> frames; // outermost first, as printed
};

bool isHeader(std::string_view line) {
  return contains(line, "Stack trace (most recent call");
}

// Removes `#3 `.
std::optional<std::uint64_t> takeNumber(std::string_view& line) {
  std::string_view rest = line;
  if (!takeLiteral(rest, "#"))
    return std::nullopt;
  const auto number = takeDecimal(rest);
  if (!number || rest.empty() || !isSpace(rest.front()))
    return std::nullopt;
  line = trimmed(rest);
  return number;
}

std::string_view withoutAddress(std::string_view function) {
  function = trimmed(function);
  const std::size_t bracket = function.rfind(" [0x");
  return function.ends_with(']') && bracket != std::string_view::npos ? function.substr(0, bracket)
                                                                      : function;
}

// `Source "file", line 12, in function [0x55]` or `Object "module", at 0x55, in function`.
std::optional<model::CrashFrame> readEntry(std::string_view line) {
  line = trimmed(line);
  takeLiteral(line, "|");
  skipSpaces(line);
  model::CrashFrame frame;
  const bool isSource = takeLiteral(line, "Source \"");
  if (!isSource && !takeLiteral(line, "Object \""))
    return std::nullopt;
  const std::size_t quote = line.find('"');
  if (quote == std::string_view::npos)
    return std::nullopt;
  (isSource ? frame.file : frame.module) = line.substr(0, quote);
  line.remove_prefix(quote + 1);
  if (takeLiteral(line, ", line "))
    frame.line = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(takeDecimal(line).value_or(0), UINT32_MAX));
  if (const auto function = behind(line, ", in "))
    frame.function = canonicalFunction(withoutAddress(*function));
  else if (const auto nameless = behind(line, ", in"); !nameless || !nameless->empty())
    return std::nullopt;
  return frame;
}

bool startsAnew(std::string_view line) {
  std::string_view rest = line;
  return takeNumber(rest) || readEntry(line) || isHeader(line) || isDigit(line.front()) ||
         line.starts_with('>') || line.starts_with('|');
}

// Within a stack, numbers decrease by one or increase by one.
bool isNewStack(const std::vector<NumberedGroup>& groups, std::uint64_t number) {
  if (groups.empty())
    return false;
  const std::uint64_t last = groups.back().number;
  const bool goesDown = groups.size() < 2 || groups[0].number > groups[1].number;
  const bool goesUp = groups.size() < 2 || !goesDown;
  return !(goesDown && number + 1 == last) && !(goesUp && number == last + 1);
}

// Moves the frames of one stack, as printed, into `stacks`, innermost first.
void flush(std::vector<NumberedGroup>& groups, StackCollector& stacks) {
  if (!groups.empty() && groups.front().number > groups.back().number)
    std::ranges::reverse(groups);
  for (auto& group : groups) {
    // If both are requested, the object is printed above the sources.
    const bool hasSource =
        std::ranges::any_of(group.frames, [](const auto& f) { return !f.file.empty(); });
    if (hasSource)
      std::erase_if(group.frames, [](const auto& frame) { return frame.file.empty(); });
    for (std::size_t i = group.frames.size(); i-- > 0;) {
      group.frames[i].inlined = i > 0;
      stacks.add(std::move(group.frames[i]));
    }
  }
  groups.clear();
}

} // namespace

std::size_t scoreBackward(const TextLines& text) {
  std::size_t score = 0;
  for (const auto& raw : text.lines) {
    std::string_view line = trimmed(raw);
    if (isHeader(line))
      score += kHeadlineScore;
    else if (takeNumber(line) && readEntry(line))
      ++score;
  }
  return score > kHeadlineScore || score < kHeadlineScore ? score : 0;
}

std::vector<model::CrashReport> parseBackward(const TextLines& text) {
  StackCollector stacks;
  std::vector<NumberedGroup> groups;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    std::string_view line = trimmed(text.lines[i]);
    if (isHeader(line)) {
      flush(groups, stacks);
      model::ThreadStack stack;
      stack.title = line;
      if (const auto thread = between(line, " in thread ", ":"))
        stack.thread = *thread;
      stacks.begin(std::move(stack));
      continue;
    }
    const auto number = takeNumber(line);
    if (number && groups.size() >= kMaxFrames)
      continue;
    if (!number && !readEntry(line))
      continue;
    const std::string joined = joinWrapped(text, i, startsAnew);
    line = trimmed(joined);
    takeNumber(line);
    if (number && isNewStack(groups, *number)) {
      flush(groups, stacks);
      stacks.end();
    }
    if (number)
      groups.push_back({.number = *number, .frames = {}});
    if (auto frame = readEntry(line); frame && !groups.empty())
      groups.back().frames.push_back(std::move(*frame));
  }
  flush(groups, stacks);
  model::CrashReport report;
  report.format = model::CrashFormat::Backward;
  report.stacks = stacks.take();
  if (report.stacks.empty())
    return {};
  return {std::move(report)};
}

} // namespace heddle::crash
