// SPDX-License-Identifier: Apache-2.0
// Brackets and operator names in demangled C++ names, where `<` is a bracket, an operator or a part of its name.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heddle::crash {

// The symbol of an operator at the start of `text`, behind the word `operator`: "()", "<<", "->", ...; "" when none is
// there, as in `operator bool`.
std::string_view operatorSymbol(std::string_view text);

// Whether the word `operator` ends right before `at`.
bool isBehindOperator(std::string_view text, std::size_t at);

// Whether a `<` behind this text compares: demanglers write `(4)<(8)`.
bool isCompared(std::string_view before);

// The index behind the bracket that closes the one at `open`; the end of the text when nothing does. Round, square and
// curly brackets win over angle ones, which may be operators.
std::size_t closingEnd(std::string_view text, std::size_t open);

// Where the blanks outside of all brackets are.
std::vector<std::size_t> outerBlanks(std::string_view text);

} // namespace heddle::crash
