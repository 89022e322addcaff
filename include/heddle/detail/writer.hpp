// SPDX-License-Identifier: Apache-2.0
// Writes the C++ source of arguments and calls into memory of fixed size: it runs in the harness process, whose heap
// belongs to the subject.
#pragma once

#include <cstdio>
#include <heddle/detail/given.hpp>
#include <string_view>

namespace heddle::harness {

// Text of limited length. What does not fit is cut off.
class TextBuffer {
public:
  HEDDLE_UNHOOKED TextBuffer(char* out, unsigned capacity) : out_(out), capacity_(capacity) {
    out_[0] = '\0';
  }

  HEDDLE_UNHOOKED void put(char letter) {
    if (length_ + 1 >= capacity_)
      return;
    out_[length_++] = letter;
    out_[length_] = '\0';
  }
  HEDDLE_UNHOOKED void put(std::string_view text) {
    for (char letter : text)
      put(letter);
  }
  // Written by hand: a library function would produce events, and they would differ from value to value.
  HEDDLE_UNHOOKED void putUnsigned(unsigned long long number) {
    char digits[24];
    unsigned first = sizeof digits;
    do
      digits[--first] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    while (first < sizeof digits)
      put(digits[first++]);
  }
  HEDDLE_UNHOOKED void putSigned(long long number) {
    if (number < 0)
      put('-');
    putUnsigned(number < 0 ? -static_cast<unsigned long long>(number)
                           : static_cast<unsigned long long>(number));
  }
  HEDDLE_UNHOOKED void putReal(double number) {
    char digits[40];
    const int length = std::snprintf(digits, sizeof digits, "%.9g", number);
    for (int i = 0; i < length; ++i)
      put(digits[i]);
  }
  HEDDLE_UNHOOKED void shorten(unsigned letters) { out_[length_ -= letters] = '\0'; }
  HEDDLE_UNHOOKED unsigned length() const { return length_; }
  HEDDLE_UNHOOKED std::string_view text() const { return {out_, length_}; }
  HEDDLE_UNHOOKED bool isFull() const { return length_ + 1 >= capacity_; }

private:
  char* out_;
  unsigned capacity_;
  unsigned length_ = 0;
};

// Writes a character as it appears in a literal between `quote`s.
HEDDLE_UNHOOKED inline void putEscaped(TextBuffer& out, char letter, char quote) {
  constexpr std::string_view kDigits = "01234567";
  const auto code = static_cast<unsigned char>(letter);
  if (letter == quote || letter == '\\') {
    out.put('\\');
    out.put(letter);
  } else if (letter == '\n') {
    out.put("\\n");
  } else if (code < 0x20 || code >= 0x7f) {
    out.put('\\');
    out.put(kDigits[code / 64]);
    out.put(kDigits[code / 8 % 8]);
    out.put(kDigits[code % 8]);
  } else {
    out.put(letter);
  }
}

HEDDLE_UNHOOKED inline void putQuoted(TextBuffer& out, std::string_view text) {
  out.put('"');
  for (char letter : text)
    putEscaped(out, letter, '"');
  out.put('"');
}

template <typename T>
constexpr std::string_view compilersName() {
  constexpr std::string_view kText = __PRETTY_FUNCTION__;
  constexpr std::size_t kBegin = kText.find("[T = ") + 5;
  return kText.substr(kBegin, kText.size() - kBegin - 1);
}

// Short names that people write instead of those of the compiler.
struct ShortName {
  std::string_view compilers, peoples;
};
inline constexpr ShortName kShortNames[] = {
    {"std::basic_string<char>", "std::string"},
    {"std::basic_string_view<char>", "std::string_view"},
    {"std::basic_ostream<char>", "std::ostream"},
    {"std::basic_istream<char>", "std::istream"},
    {"std::chrono::duration<long, std::ratio<1, 1000000000>>", "std::chrono::nanoseconds"},
    {"std::chrono::duration<long, std::ratio<1, 1000000>>", "std::chrono::microseconds"},
    {"std::chrono::duration<long, std::ratio<1, 1000>>", "std::chrono::milliseconds"},
    {"std::chrono::duration<long>", "std::chrono::seconds"},
    {"std::chrono::duration<long, std::ratio<60>>", "std::chrono::minutes"},
    {"std::chrono::duration<long, std::ratio<3600>>", "std::chrono::hours"},
};

HEDDLE_UNHOOKED inline void putTypeName(TextBuffer& out, std::string_view name) {
  while (!name.empty()) {
    bool replaced = false;
    for (const ShortName& known : kShortNames) {
      if (name.substr(0, known.compilers.size()) != known.compilers)
        continue;
      out.put(known.peoples);
      name.remove_prefix(known.compilers.size());
      replaced = true;
      break;
    }
    if (replaced)
      continue;
    out.put(name.front());
    name.remove_prefix(1);
  }
}

// Types that have no name of their own in emitted tests.
template <typename T>
inline constexpr bool isUnnamed = false;

template <typename T>
HEDDLE_UNHOOKED void putType(TextBuffer& out) {
  if constexpr (isUnnamed<T>)
    out.put("auto");
  else if constexpr (std::is_same_v<T, typename Given<T>::Subject>)
    out.put(Given<T>::subjectName);
  else
    putTypeName(out, compilersName<T>());
}

// Receives the source of one call: the statements that come first, and the expression.
struct Writer {
  TextBuffer& setUp;
  TextBuffer& out;
  unsigned receiver;

  HEDDLE_UNHOOKED void self() const { object(receiver); }
  HEDDLE_UNHOOKED void peer() const { object(1 - receiver); }

private:
  HEDDLE_UNHOOKED void object(unsigned index) const {
    out.put('$');
    out.put(static_cast<char>('0' + index));
  }
};

} // namespace heddle::harness
