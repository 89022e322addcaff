// SPDX-License-Identifier: Apache-2.0
#include "explain/functions.h"

#include <vector>

#include "support/demangle.h"

namespace heddle::explain {

namespace {

constexpr std::size_t kLongName = 40; // leaves room for a place on a line of 100

// Positions of `wanted` outside all brackets, in order.
std::vector<std::size_t> outside(std::string_view name, char wanted) {
  std::vector<std::size_t> found;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && c == wanted)
      found.push_back(i);
    const bool isOperator = i >= 8 && name.substr(0, i).ends_with("operator");
    if (c == '(' || c == '{' || (c == '<' && !isOperator))
      ++depth;
    else if (c == ')' || c == '}' || (c == '>' && depth > 0 && name[i - 1] != '-'))
      --depth;
  }
  return found;
}

std::string withoutArguments(std::string_view name) {
  const auto parentheses = outside(name, '(');
  if (parentheses.empty())
    return std::string(name);
  // `operator()` has a pair of its own, and `f(int)::g(char)` is one function inside another.
  const std::size_t last = parentheses.back();
  return std::string(name.substr(0, last));
}

// "Bank<int, Other>::open" -> "Bank::open"
std::string withoutTemplateArguments(std::string_view name) {
  std::string kept;
  int depth = 0;
  for (const char letter : name) {
    const bool isOperator = kept.ends_with("operator") || kept.ends_with("operator<") ||
                            kept.ends_with("operator>") || kept.ends_with("operator-");
    if (letter == '<' && (depth > 0 || !isOperator))
      ++depth;
    else if (letter == '>' && depth > 0)
      --depth;
    else if (depth == 0)
      kept += letter;
  }
  return kept;
}

std::string withoutResultType(std::string_view name) {
  const auto spaces = outside(name, ' ');
  for (const std::size_t space : spaces) {
    const bool beforeOperator = name.substr(0, space).ends_with("operator");
    if (!beforeOperator && name.substr(space + 1) != "const")
      return withoutResultType(name.substr(space + 1));
  }
  return std::string(name);
}

// The function that contains the lambda, "" when `name` is not a lambda.
std::string lambdaOwner(std::string_view name) {
  std::size_t at = std::string_view::npos;
  for (const std::string_view mark : {"::$_", "::'lambda", "::{lambda"})
    at = std::min(at, name.find(mark));
  if (at == std::string_view::npos || at == 0)
    return {};
  return withoutArguments(name.substr(0, at));
}

} // namespace

std::string readableFunction(std::string_view name) {
  std::string full = name.starts_with("_Z") ? demangled(name) : std::string(name);
  static constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at = full.find(kAnonymous); at != std::string::npos; at = full.find(kAnonymous))
    full.erase(at, kAnonymous.size());
  if (const std::string owner = lambdaOwner(full); !owner.empty())
    return "lambda in " + withoutResultType(owner);
  full = withoutResultType(full);
  if (full.size() > kLongName)
    full = withoutArguments(full);
  if (full.size() > kLongName)
    full = withoutTemplateArguments(full);
  return full;
}

std::string shortFunction(std::string_view readable) {
  return withoutArguments(readable);
}

} // namespace heddle::explain
