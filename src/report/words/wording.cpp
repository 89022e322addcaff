// SPDX-License-Identifier: Apache-2.0
#include "report/words/wording.h"

#include <algorithm>
#include <fmt/core.h>

namespace heddle::report {

namespace {

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string secondsText(double seconds) {
  const int digits = seconds < 0.1 ? 2 : seconds < 10 ? 1 : 0;
  return fmt::format("{:.{}f} s", seconds, digits);
}

std::size_t columnsOf(std::string_view text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continuesCharacter));
}

std::string clipped(std::string_view text, std::size_t width) {
  if (columnsOf(text) <= width)
    return std::string(text);
  const std::size_t kept = width > 3 ? width - 3 : 0;
  std::size_t end = 0;
  for (std::size_t columns = 0; columns < kept; ++columns) {
    ++end;
    while (end < text.size() && continuesCharacter(text[end]))
      ++end;
  }
  return std::string(text.substr(0, end)) + "...";
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t columns = columnsOf(text);
  return std::string(text) + std::string(columns < width ? width - columns : 0, ' ');
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t')
      result += ' ';
    else
      result += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return result;
}

void appendWrapped(Lines& lines, std::string_view first, std::string_view text, std::size_t width) {
  std::string line(first);
  const std::string indent(columnsOf(first), ' ');
  bool atStart = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!atStart && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push_back(std::move(line));
      line = indent;
      atStart = true;
    }
    if (!atStart)
      line += ' ';
    line += word;
    atStart = false;
  }
  lines.push_back(std::move(line));
}

} // namespace heddle::report
