// SPDX-License-Identifier: Apache-2.0
// Brackets and operator names in demangled C++ names, where `<` is a bracket, an operator or a part of its name.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heddle::crash {

// The symbol of an operator at the start of `text`, which follows the word `operator`: "()", "<<", "->", ...; "" if
// there is none, as in `operator bool`.
std::string_view operatorSymbol(std::string_view text);

// Whether the word `operator` ends right before `at`.
bool isBehindOperator(std::string_view text, std::size_t at);

// Whether a `<` after this text compares: demanglers write `(4)<(8)`.
bool isCompared(std::string_view before);

// The index after the bracket that closes the one at `open`; the end of the text if nothing does. Round, square and
// curly brackets take precedence over angle ones, which may be operators.
std::size_t closingEnd(std::string_view text, std::size_t open);

// The positions of the blanks outside all brackets.
std::vector<std::size_t> outerBlanks(std::string_view text);

} // namespace heddle::crash
