// SPDX-License-Identifier: Apache-2.0
#include "crash/formats/sanitizer_frame.h"

#include "crash/brackets.h"
#include "crash/canonical_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

// Removes ` (module+0x12)` and ` (BuildId: 12)` from the end.
void takeModule(std::string_view& text, SanitizerFrame& result) {
  while (text.ends_with(')')) {
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || (open > 0 && !isSpace(text[open - 1])))
      return;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    const std::size_t plus = inside.rfind("+0x");
    if (plus != std::string_view::npos) {
      std::string_view offset = inside.substr(plus + 1);
      result.frame.offset = takeHex(offset).value_or(0);
      result.frame.module = inside.substr(0, plus);
      if (result.address == 0)
        result.address = result.frame.offset;
    } else if (!inside.starts_with("BuildId:")) {
      return;
    }
    text = trimmed(text.substr(0, open));
  }
}

// The start of the source location after the function: the first absolute path (which may contain blanks), or else
// the last word if it looks like a source location.
std::optional<std::size_t> placeStart(std::string_view text) {
  const auto blanks = outerBlanks(text);
  for (const std::size_t blank : blanks) {
    const std::string_view rest = text.substr(blank + 1);
    if (rest.starts_with('/') || rest == "<null>")
      return blank;
  }
  if (!blanks.empty() && placeOf(text.substr(blanks.back() + 1)))
    return blanks.back();
  return std::nullopt;
}

// gdb puts a blank before the values of arguments.
bool isFromDebugger(std::string_view function) {
  for (const std::size_t blank : outerBlanks(function)) {
    const std::string_view rest = function.substr(blank + 1);
    if (rest.starts_with('(') && !rest.starts_with(kAnonymous))
      return true;
  }
  return function.starts_with("<signal handler");
}

} // namespace

bool startsSanitizerFrame(std::string_view trimmedLine) {
  return takeLiteral(trimmedLine, "#") && takeDecimal(trimmedLine) && !trimmedLine.empty() &&
         isSpace(trimmedLine.front());
}

std::optional<SanitizerFrame> readSanitizerFrame(std::string_view line) {
  line = trimmed(line);
  if (!startsSanitizerFrame(line))
    return std::nullopt;
  SanitizerFrame result;
  takeLiteral(line, "#");
  result.number = takeDecimal(line).value_or(0);
  skipSpaces(line);
  result.address = takeHex(line).value_or(0);
  skipSpaces(line);
  takeLiteral(line, "in ");
  line = trimmed(line);
  takeModule(line, result);
  std::string_view function = line;
  if (const auto blank = placeStart(line)) {
    function = line.substr(0, *blank);
    const std::string_view tail = trimmed(line.substr(*blank));
    if (const auto place = placeOf(tail)) {
      result.frame.file = place->file;
      result.frame.line = place->line;
    } else if (tail != "<null>") {
      result.frame.file = tail;
    }
  }
  if (isFromDebugger(function))
    return std::nullopt;
  result.frame.function = canonicalFunction(function);
  if (result.frame.function.empty() && result.frame.module.empty() && result.frame.file.empty())
    return std::nullopt;
  return result;
}

} // namespace heddle::crash
