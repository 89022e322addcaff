// SPDX-License-Identifier: Apache-2.0
#include "crash/demangle.h"

#include <algorithm>

#include "crash/scan.h"
#include "support/demangle.h"

namespace heddle::crash {

namespace {

constexpr std::size_t kMaxMangled = 4096;
// k back references multiply the length by at most 3^(k/3) (three uses of what was last built, each time): a few MB for
// 32. Names of the standard library's thread and function wrappers have about ten.
constexpr std::size_t kMaxReferences = 32;
// A pack expansion repeats its pattern for each element; arbitrary weight, names with eight of them are rare.
constexpr std::size_t kPackWeight = 4;

std::size_t backReferences(std::string_view name) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const char next = name[i + 1];
    const bool isReference = next == '_' || isDigit(next) || (next >= 'A' && next <= 'Z');
    if ((name[i] == 'S' || name[i] == 'T') && isReference)
      ++count;
    else if (name[i] == 'D' && next == 'p')
      count += kPackWeight;
  }
  return count;
}

// <length><name> at the front.
std::string_view takeSourceName(std::string_view& text) {
  const auto length = takeDecimal(text);
  if (!length || *length > text.size())
    return {};
  const std::string_view name = text.substr(0, *length);
  text.remove_prefix(*length);
  return name;
}

// Template arguments, `I` ... `E`. Only as exact as an outline needs.
void skipArguments(std::string_view& text) {
  std::size_t depth = 0;
  while (!text.empty()) {
    const char c = text.front();
    if (isDigit(c)) {
      if (takeSourceName(text).empty())
        return;
      continue;
    }
    text.remove_prefix(1);
    if (c == 'S' || c == 'T') {
      while (!text.empty() && (isDigit(text.front()) || text.front() == '_'))
        text.remove_prefix(1);
    } else if (c == 'L' && !text.empty() && text.front() >= 'a' && text.front() <= 'z') {
      text.remove_prefix(std::min(text.find('E'), text.size() - 1) + 1);
    } else if (c == 'I' || c == 'N' || c == 'X' || c == 'J' || c == 'F' || c == 'L' || c == 'Z') {
      ++depth;
    } else if (c == 'E' && --depth == 0) {
      return;
    }
  }
}

// The scopes and the name of the function: "shop::Logbook::visit"; "" if it begins in an unknown way.
std::string outline(std::string_view text) {
  while (takeLiteral(text, "Z")) { // of a local entity: the function around it
  }
  const bool nested = takeLiteral(text, "N");
  while (nested && !text.empty() && contains("rVKRO", text.substr(0, 1)))
    text.remove_prefix(1);
  std::string result;
  std::string_view last;
  while (!text.empty() && text.front() != 'E') {
    if (text.front() == 'I') {
      skipArguments(text);
    } else if (takeLiteral(text, "St")) {
      result += "std";
    } else if (text.front() == 'C' ||
               (text.front() == 'D' && text.size() > 1 && isDigit(text[1]))) {
      return last.empty() ? result
                          : result + (text.front() == 'C' ? "::" : "::~") + std::string(last);
    } else if (isDigit(text.front())) {
      last = takeSourceName(text);
      result += (result.empty() ? "" : "::") + std::string(last);
      if (last.empty() || !nested)
        return result;
    } else {
      return result;
    }
  }
  return result;
}

} // namespace

bool isMangled(std::string_view name) {
  return name.starts_with("_Z") || name.starts_with("__Z") || name.starts_with("___Z");
}

std::string demangled(std::string_view name) {
  if (!isMangled(name))
    return std::string(name);
  std::string symbol(name.substr(name.find('Z') - 1));
  symbol.resize(std::min(symbol.find_first_of(".@"), symbol.size()));
  if (symbol.size() > kMaxMangled || backReferences(symbol) > kMaxReferences) {
    const std::string scopes = outline(std::string_view(symbol).substr(2));
    return scopes.empty() ? symbol.substr(0, kMaxMangled) : scopes;
  }
  return heddle::demangled(symbol);
}

} // namespace heddle::crash
