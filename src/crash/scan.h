// SPDX-License-Identifier: Apache-2.0
// Helpers for reading lines. Each removes what it recognises from the front of `text`, or does not change it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::crash {

inline bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
inline bool isHexDigit(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
inline bool isSpace(char c) {
  return c == ' ' || c == '\t';
}
// Whether this is a character of a C++ name; clang uses `$` in the names of lambdas.
inline bool isNameCharacter(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

std::string_view trimmed(std::string_view text);
void skipSpaces(std::string_view& text);
bool takeLiteral(std::string_view& text, std::string_view literal);
// Saturates instead of overflowing.
std::optional<std::uint64_t> takeDecimal(std::string_view& text);
std::optional<std::uint64_t> takeHex(std::string_view& text); // with 0x in front
// Up to the next blank; "" at the end.
std::string_view takeWord(std::string_view& text);

// `file:line` or `file:line:column` at the end of `text`; nothing if there is no line.
struct Place {
  std::string_view file;
  std::uint32_t line = 0;
};
std::optional<Place> placeOf(std::string_view text);

// The part after the last directory.
std::string_view baseName(std::string_view file);

// The part of `text` after the first `mark`, nothing if there is no such mark.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark);
// The part between the first `open` and the next `close` after it; nothing unless both are there.
std::optional<std::string_view>
between(std::string_view text, std::string_view open, std::string_view close);
bool contains(std::string_view text, std::string_view part);

} // namespace heddle::crash
