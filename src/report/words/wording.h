// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

// "1 execution", "7 executions"
std::string counted(std::uint64_t count, std::string_view one);

// "0.03 s", "2.1 s", "48 s"
std::string secondsText(double seconds);

// At most `width` columns of UTF-8 text; what is cut off is replaced by "...".
std::string clipped(std::string_view text, std::size_t width);
// Columns that `text` takes: its number of code points.
std::size_t columnsOf(std::string_view text);
// `text` followed by blanks up to `width` columns.
std::string padded(std::string_view text, std::size_t width);
// Control characters and invalid bytes made harmless for a terminal.
std::string printable(std::string_view text);

using Lines = std::vector<std::string>;

// Wraps at blanks: the first line begins with `first`, later ones with as many blanks.
void appendWrapped(Lines& lines, std::string_view first, std::string_view text, std::size_t width);

} // namespace heddle::report
