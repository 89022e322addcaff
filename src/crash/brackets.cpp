// SPDX-License-Identifier: Apache-2.0
#include "crash/brackets.h"

#include <string>

#include "crash/scan.h"

namespace heddle::crash {

namespace {

constexpr std::string_view kOperator = "operator";

char closerOf(char open) {
  return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>';
}

// Pops what `closer` closes from `awaited`, including angle brackets inside that turned out not to be brackets.
void close(std::string& awaited, char closer) {
  if (closer == '>') {
    if (!awaited.empty() && awaited.back() == '>')
      awaited.pop_back();
    return;
  }
  std::size_t depth = awaited.size();
  while (depth > 0 && awaited[depth - 1] == '>')
    --depth;
  if (depth > 0 && awaited[depth - 1] == closer)
    awaited.resize(depth - 1);
}

} // namespace

std::string_view operatorSymbol(std::string_view text) {
  for (const std::string_view symbol :
       {"<=>", "<<=", ">>=", "->*", "()", "[]", "->", "<<", ">>", "<=", ">=", "==", "!=",
        "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<",
        ">",   "+",   "-",   "*",   "/",  "%",  "&",  "|",  "^",  "!",  "~",  "=",  ","})
    if (text.starts_with(symbol))
      return text.substr(0, symbol.size());
  return {};
}

bool isBehindOperator(std::string_view text, std::size_t at) {
  if (at < kOperator.size() || text.substr(at - kOperator.size(), kOperator.size()) != kOperator)
    return false;
  return at == kOperator.size() || !isNameCharacter(text[at - kOperator.size() - 1]);
}

bool isCompared(std::string_view before) {
  return before.ends_with(')') && !before.ends_with("operator()");
}

std::size_t closingEnd(std::string_view text, std::size_t open) {
  std::string awaited;
  for (std::size_t i = open; i < text.size();) {
    const char c = text[i];
    if (i > open && isBehindOperator(text, i)) {
      if (const auto symbol = operatorSymbol(text.substr(i)); !symbol.empty()) {
        i += symbol.size();
        continue;
      }
    }
    if (c == '(' || c == '[' || c == '{' ||
        (c == '<' && (i == open || !isCompared(text.substr(0, i)))))
      awaited += closerOf(c);
    else if (c == ')' || c == ']' || c == '}' || (c == '>' && text[i - 1] != '-'))
      close(awaited, c);
    ++i;
    if (awaited.empty())
      return i;
  }
  return text.size();
}

std::vector<std::size_t> outerBlanks(std::string_view text) {
  std::vector<std::size_t> blanks;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::string_view symbol =
        isBehindOperator(text, i) ? operatorSymbol(text.substr(i)) : std::string_view();
    if (c == ' ')
      blanks.push_back(i);
    if (!symbol.empty())
      i += symbol.size();
    else if (c == '(' || c == '[' || c == '{' || c == '<')
      i = closingEnd(text, i);
    else
      ++i;
  }
  return blanks;
}

} // namespace heddle::crash
