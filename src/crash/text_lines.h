// SPDX-License-Identifier: Apache-2.0
// A crash text as lines that a parser can read: without colour codes, carriage returns and the prefixes that loggers
// add to each line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::crash {

// Generous for what people paste (a core of a thousand threads is a few MB), and small enough that any input is read in
// seconds. The rest is left out, and the report says so.
inline constexpr std::size_t kMaxText = std::size_t{64} << 20;
inline constexpr std::size_t kMaxLine = std::size_t{64} << 10;
inline constexpr std::size_t kMaxLines = 2'000'000;

struct TextLines {
  std::vector<std::string> lines; // indentation is kept
  std::size_t wrapWidth = 0;      // where a terminal broke the lines; 0 if it did not
  bool cut = false;               // a limit was reached
};

TextLines splitText(std::string_view text);

// Whether a text is a string of a structured log, with `\n` for line breaks; and the text without escapes.
bool isEscaped(std::string_view text);
std::string unescaped(std::string_view text);

// Removes log prefixes. There are too many loggers for a list. What precedes frame numbers (`#3 `, `3# `, `3  module!`,
// `0|3|`), with digits made equal, is a prefix if it occurs there more than once; it is removed from every line that
// starts the same way.
void stripLogPrefixes(TextLines& text);

// Line `index` with the lines that continue it, as mail programs, gdb (`set width`) and terminals break them; `index`
// moves to the last of them. `startsAnew` tells whether a line, trimmed, starts a new entry.
std::string
joinWrapped(const TextLines& text, std::size_t& index, bool (*startsAnew)(std::string_view line));

} // namespace heddle::crash
