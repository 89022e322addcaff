// SPDX-License-Identifier: Apache-2.0
// glibc's backtrace_symbols: no numbers, no lines, mangled names.
//
//   ./prog(_ZN4shop7Logbook5visitEv+0x3b) [0x5607fcae011b]
//   /lib/x86_64-linux-gnu/libc.so.6(+0x2724a)[0x7fcf04a4524a]
//   ./prog() [0x401136]
//   [0x7ffd3a5f2090]
#include <optional>
#include <string>
#include <utility>

#include "crash/canonical_name.h"
#include "crash/formats/formats.h"
#include "crash/formats/stack_collector.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

// Lines of other output that may be between two frames of one stack.
constexpr std::size_t kMaxGap = 1;
constexpr std::size_t kMaxParts = 16; // lines into which one frame may be broken

// The bracket that the last character of `text` closes.
std::size_t openingOf(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    depth += text[i] == ')' ? 1 : 0;
    if (text[i] == '(' && --depth == 0)
      return i;
  }
  return std::string_view::npos;
}

std::optional<model::CrashFrame> readFrame(std::string_view line) {
  line = trimmed(line);
  const std::size_t bracket = line.rfind('[');
  if (bracket == std::string_view::npos || !line.ends_with(']'))
    return std::nullopt;
  std::string_view address = line.substr(bracket + 1);
  if (!takeHex(address) || address != "]")
    return std::nullopt;
  line = trimmed(line.substr(0, bracket));
  model::CrashFrame frame;
  if (!line.ends_with(')')) {
    frame.module = line.substr(line.find_last_of(" \t") + 1);
    return frame;
  }
  const std::size_t open = openingOf(line);
  if (open == std::string_view::npos || open == 0 || isSpace(line[open - 1]))
    return std::nullopt;
  const std::string_view module = line.substr(0, open);
  frame.module = module.substr(module.find_last_of(" \t") + 1);
  const std::string_view symbol = line.substr(open + 1, line.size() - open - 2);
  const std::size_t plus = symbol.rfind("+0x");
  if (plus == std::string_view::npos) {
    frame.function = canonicalFunction(symbol);
    return frame;
  }
  std::string_view digits = symbol.substr(plus + 1);
  const auto offset = takeHex(digits);
  if (plus == 0)
    frame.offset = offset.value_or(0);
  // No call returns to the first byte of a function: the call is the last instruction of the function before it,
  // and does not return (std::__throw_bad_optional_access).
  const bool isOfNeighbour = offset && *offset == 0 && digits.empty();
  if (!isOfNeighbour)
    frame.function = canonicalFunction(symbol.substr(0, plus));
  return frame;
}

// A frame ends with a bracket: if a terminal broke it, the rest is on the next lines. `index` moves to the last one.
std::string wholeFrame(const TextLines& text, std::size_t& index) {
  const std::string& first = text.lines[index];
  const bool mayGoOn = !first.ends_with(']') && (contains(first, "(_Z") || contains(first, "(+0x"));
  std::string line = first;
  for (std::size_t parts = 1;
       mayGoOn && parts < kMaxParts && index + parts < text.lines.size() && line.size() < kMaxLine;
       ++parts) {
    line += text.lines[index + parts];
    if (!line.ends_with(']'))
      continue;
    if (!readFrame(line))
      break;
    index += parts;
    return line;
  }
  return first;
}

bool isTitle(std::string_view line) {
  return contains(line, "hread") || contains(line, "acktrace") || contains(line, "tack trace");
}

} // namespace

std::size_t scoreGlibcBacktrace(const TextLines& text) {
  std::size_t score = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const auto frame = readFrame(wholeFrame(text, i));
    // Many logs contain an address in brackets alone.
    score += frame && (!frame->function.empty() || frame->offset != 0) ? 1 : 0;
  }
  return score;
}

std::vector<model::CrashReport> parseGlibcBacktrace(const TextLines& text) {
  StackCollector stacks;
  std::string title;
  std::size_t gap = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string line = wholeFrame(text, i);
    auto frame = readFrame(line);
    if (!frame) {
      if (isTitle(line))
        title = trimmed(line);
      ++gap;
      continue;
    }
    if (stacks.last() == nullptr || gap > kMaxGap || (gap > 0 && !title.empty())) {
      model::ThreadStack stack;
      stack.title = std::exchange(title, {});
      stacks.begin(std::move(stack));
    }
    gap = 0;
    stacks.add(std::move(*frame));
  }
  model::CrashReport report;
  report.format = model::CrashFormat::GlibcBacktrace;
  report.stacks = stacks.take();
  if (report.stacks.empty())
    return {};
  return {std::move(report)};
}

} // namespace heddle::crash
