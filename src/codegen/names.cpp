// SPDX-License-Identifier: Apache-2.0
#include "codegen/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "codegen/codegen.h"

namespace heddle::codegen {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 27> kOperators{{
    {"()", "Call"},      {"[]", "Index"},        {"->", "Arrow"},     {"++", "Increment"},
    {"--", "Decrement"}, {"==", "Equal"},        {"!=", "NotEqual"},  {"<=>", "Compare"},
    {"<=", "LessEqual"}, {">=", "GreaterEqual"}, {"<<", "ShiftLeft"}, {">>", "ShiftRight"},
    {"+=", "Add"},       {"-=", "Subtract"},     {"*=", "Multiply"},  {"/=", "Divide"},
    {"&&", "And"},       {"||", "Or"},           {"<", "Less"},       {">", "Greater"},
    {"=", "Assign"},     {"+", "Plus"},          {"-", "Minus"},      {"*", "Star"},
    {"!", "Not"},        {"&", "BitAnd"},        {"|", "BitOr"},
}};

// Lower-case names that a variable must not have: keywords that class names resemble, and what the file itself uses.
constexpr std::array<std::string_view, 34> kTaken{
    "auto",    "bool",     "break",  "case",   "catch",  "char",      "class",  "const", "continue",
    "default", "delete",   "do",     "double", "else",   "enum",      "export", "float", "for",
    "friend",  "if",       "int",    "long",   "module", "namespace", "new",    "other", "private",
    "public",  "register", "return", "switch", "union",  "using",     "while"};

bool isLower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}
char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}
bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::string operatorWord(std::string_view symbol) {
  while (symbol.starts_with(' '))
    symbol.remove_prefix(1);
  for (const auto& [sign, word] : kOperators)
    if (sign == symbol)
      return std::string(word);
  return camelCase(symbol); // a conversion: "operator bool"
}

} // namespace

std::string camelCase(std::string_view name) {
  static constexpr std::string_view kOperator = "operator";
  if (name.starts_with(kOperator) &&
      (name.size() == kOperator.size() || !isWordChar(name[kOperator.size()])) &&
      !name.substr(kOperator.size()).starts_with('_'))
    return operatorWord(name.substr(kOperator.size()));
  std::string out;
  bool start = true;
  for (const char c : name) {
    if (isWordChar(c))
      out += start ? upper(c) : c;
    start = !isWordChar(c);
  }
  return out;
}

std::string objectName(const std::string& className) {
  std::string name = camelCase(className);
  // The first word: all capitals but the last of a run ("LRUCache": "LRU"), or just the first letter.
  for (std::size_t i = 0; i < name.size() && !isLower(name[i]); ++i) {
    const bool nextIsLower = i + 1 < name.size() && isLower(name[i + 1]);
    if (i > 0 && nextIsLower)
      break;
    name[i] = lower(name[i]);
  }
  if (name.empty() || name == className)
    return "object";
  return std::ranges::find(kTaken, name) == kTaken.end() ? name : name + "Object";
}

std::string withNames(std::string_view source, std::string_view object, unsigned number) {
  std::string out;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char next = i + 1 < source.size() ? source[i + 1] : '\0';
    const bool marked = source[i] == '$' && (next == '0' || next == '1' || next == 'n');
    if (!marked) {
      out += source[i];
      continue;
    }
    out += next == 'n' ? std::to_string(number) : std::string(next == '0' ? object : kPeerName);
    ++i;
  }
  return out;
}

} // namespace heddle::codegen
