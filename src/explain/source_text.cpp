// SPDX-License-Identifier: Apache-2.0
#include "explain/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace heddle::explain {

namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trim(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && isBlank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back()))
    text.remove_suffix(1);
  return text;
}

// The longest `a.b->c[i]` that ends at the end of `text`.
std::string_view expressionBefore(std::string_view text) {
  text = trim(text);
  std::size_t begin = text.size();
  int brackets = 0;
  while (begin > 0) {
    const char c = text[begin - 1];
    const bool arrow = c == '>' && begin >= 2 && text[begin - 2] == '-';
    if (c == ']')
      ++brackets;
    else if (c == '[')
      --brackets;
    else if (brackets == 0 && !isWord(c) && c != '.' && c != ':' && !arrow)
      break;
    if (brackets < 0)
      break;
    begin -= arrow ? 2 : 1;
  }
  return text.substr(begin);
}

std::string_view expressionAfter(std::string_view text) {
  text = trim(text);
  std::size_t end = 0;
  while (end < text.size()) {
    const bool arrow = text.substr(end).starts_with("->");
    if (!isWord(text[end]) && text[end] != '.' && !arrow)
      break;
    end += arrow ? 2 : 1;
  }
  return text.substr(0, end);
}

// The arguments of a call or initialiser whose bracket opens `text`, split at top level.
std::vector<std::string_view> argumentsIn(std::string_view text) {
  std::vector<std::string_view> arguments;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '{' || c == '[')
      ++depth;
    const bool closes = c == ')' || c == '}' || c == ']';
    if (closes)
      --depth;
    if ((depth == 1 && c == ',') || (depth == 0 && closes)) {
      arguments.push_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
    if (depth == 0)
      return arguments;
  }
  return {};
}

std::string_view withoutAddressOf(std::string_view expression) {
  while (expression.starts_with('&') || expression.starts_with('*'))
    expression.remove_prefix(1);
  return expression;
}

// An argument is a name only when it is a plain path to an object.
std::string asObject(std::string_view expression) {
  expression = withoutAddressOf(expression);
  if (expressionBefore(expression) != expression || expression.empty() || expression.front() == '[')
    return {};
  const bool isNumber = std::isdigit(static_cast<unsigned char>(expression.front())) != 0;
  return isNumber ? std::string() : std::string(expression);
}

bool isKeyword(std::string_view word) {
  static constexpr std::array kKeywords = {
      "return", "if", "while", "for", "new", "throw", "co_return"};
  return std::ranges::find(kKeywords, word) != kKeywords.end();
}

// `delete node`, `delete[] items`
std::string_view deletedBy(std::string_view after) {
  if (after.starts_with('['))
    after.remove_prefix(std::min(after.find(']') + 1, after.size()));
  after = trim(after);
  const std::string_view expression = expressionAfter(after);
  const bool isCall = after.substr(expression.size()).starts_with('(');
  return isCall ? std::string_view() : expression;
}

std::string objectOfWord(std::string_view before, std::string_view from) {
  for (const std::string_view access : {".", "->"}) {
    if (before.ends_with(access))
      return asObject(expressionBefore(before.substr(0, before.size() - access.size())));
  }
  const auto wordEnd = std::ranges::find_if_not(from, isWord);
  const std::string_view word(from.begin(), wordEnd);
  const std::string_view after = trim(from.substr(word.size()));
  if (word == "delete")
    return std::string(deletedBy(after));
  if (isKeyword(word))
    return {};
  if (after.starts_with("::"))
    return objectOfWord(before, trim(after.substr(2)));
  if (!after.starts_with('(') && !after.starts_with('{'))
    return std::string(word);
  const auto arguments = argumentsIn(after);
  const bool firstOfMany = word.starts_with("pthread_") || word.starts_with("sem_");
  if (arguments.size() == 1 || (firstOfMany && !arguments.empty()))
    return asObject(arguments.front());
  return {};
}

} // namespace

std::string objectAt(std::string_view line, unsigned column) {
  if (column == 0 || column > line.size())
    return {};
  const std::string_view before = trim(line.substr(0, column - 1));
  const std::string_view from = line.substr(column - 1);
  if (isWord(from.front()))
    return objectOfWord(before, from);
  if (from.front() == '*')
    return std::string(expressionAfter(from.substr(1)));
  if (auto object = asObject(expressionBefore(before)); !object.empty())
    return object;
  if (from.starts_with("++") || from.starts_with("--"))
    return std::string(expressionAfter(from.substr(2)));
  return {};
}

} // namespace heddle::explain
