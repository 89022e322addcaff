// SPDX-License-Identifier: Apache-2.0
// A crash text as lines that a parser can read: without colour codes, carriage returns and the prefixes that loggers put
// in front of each line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::crash {

// Generous for what people paste (a core of a thousand threads is some MB), and small enough that any input is read in
// seconds. What is beyond is left out, and the report says so.
inline constexpr std::size_t kMaxText = std::size_t{64} << 20;
inline constexpr std::size_t kMaxLine = std::size_t{64} << 10;
inline constexpr std::size_t kMaxLines = 2'000'000;

struct TextLines {
  std::vector<std::string> lines; // indentation is kept
  std::size_t wrapWidth = 0;      // where a terminal broke the lines; 0 when no sign of it
  bool cut = false;               // a limit was met
};

TextLines splitText(std::string_view text);

// Whether a text is a string of a structured log, with `\n` for line breaks; and that text without escapes.
bool isEscaped(std::string_view text);
std::string unescaped(std::string_view text);

// Takes log prefixes off. Loggers are many, so no list of them: what stands in front of frame numbers (`#3 `, `3# `,
// `3  module!`, `0|3|`), digits made equal, is a prefix when it stands there more than once; every line that starts the same
// way loses it.
void stripLogPrefixes(TextLines& text);

// Line `index` with the lines that continue it, as mail programs, gdb (`set width`) and terminals break them; `index`
// moves to the last of them. `startsAnew` says whether a line, trimmed, is one by itself.
std::string
joinWrapped(const TextLines& text, std::size_t& index, bool (*startsAnew)(std::string_view line));

} // namespace heddle::crash
