// SPDX-License-Identifier: Apache-2.0
#include "crash/scan.h"

#include <algorithm>
#include <limits>

namespace heddle::crash {

namespace {

// Removes digits at the end of `text`, together with the colon in front of them.
std::optional<std::uint64_t> takeTrailingNumber(std::string_view& text) {
  std::size_t begin = text.size();
  while (begin > 0 && isDigit(text[begin - 1]))
    --begin;
  if (begin == text.size() || begin < 2 || text[begin - 1] != ':')
    return std::nullopt;
  std::string_view digits = text.substr(begin);
  text.remove_suffix(text.size() - begin + 1);
  return takeDecimal(digits);
}

} // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

void skipSpaces(std::string_view& text) {
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
}

bool takeLiteral(std::string_view& text, std::string_view literal) {
  if (!text.starts_with(literal))
    return false;
  text.remove_prefix(literal.size());
  return true;
}

std::optional<std::uint64_t> takeDecimal(std::string_view& text) {
  if (text.empty() || !isDigit(text.front()))
    return std::nullopt;
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  while (!text.empty() && isDigit(text.front())) {
    const auto digit = static_cast<std::uint64_t>(text.front() - '0');
    value = value > (kMost - digit) / 10 ? kMost : value * 10 + digit;
    text.remove_prefix(1);
  }
  return value;
}

std::optional<std::uint64_t> takeHex(std::string_view& text) {
  std::string_view rest = text;
  if (!(takeLiteral(rest, "0x") || takeLiteral(rest, "0X")) || rest.empty() ||
      !isHexDigit(rest.front()))
    return std::nullopt;
  std::uint64_t value = 0;
  while (!rest.empty() && isHexDigit(rest.front())) {
    const char c = rest.front();
    const int digit = isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    value = (value << 4) | static_cast<std::uint64_t>(digit);
    rest.remove_prefix(1);
  }
  text = rest;
  return value;
}

std::string_view takeWord(std::string_view& text) {
  skipSpaces(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::optional<Place> placeOf(std::string_view text) {
  const auto last = takeTrailingNumber(text);
  if (!last)
    return std::nullopt;
  const auto earlier = takeTrailingNumber(text);
  const std::uint64_t line = earlier ? *earlier : *last;
  if (text.empty())
    return std::nullopt;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return Place{.file = text, .line = static_cast<std::uint32_t>(std::min(line, kMost))};
}

std::string_view baseName(std::string_view file) {
  return file.substr(file.find_last_of("/\\") + 1);
}

std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos)
    return std::nullopt;
  return text.substr(at + mark.size());
}

std::optional<std::string_view>
between(std::string_view text, std::string_view open, std::string_view close) {
  const auto rest = behind(text, open);
  if (!rest)
    return std::nullopt;
  const std::size_t end = rest->find(close);
  if (end == std::string_view::npos)
    return std::nullopt;
  return rest->substr(0, end);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

} // namespace heddle::crash
