// SPDX-License-Identifier: Apache-2.0
// Recipes for strings. The long one owns memory on the heap: only with it, a reference that escapes a lock becomes
// a use-after-free.
#pragma once

#include <array>
#include <heddle/detail/pool.hpp>
#include <string>
#include <string_view>

namespace heddle::harness {

inline constexpr std::string_view kLongText = "a text too long for the small buffer";
inline constexpr std::string_view kPlainTexts[] = {"a", kLongText, "", "b"};

template <typename T>
struct TextValues {
  static constexpr unsigned kPlain = 4;
  static constexpr unsigned kConstants =
      Given<T>::strings.size() < 3 ? Given<T>::strings.size() : 3;
  static constexpr unsigned count = kPlain + kConstants;
  HEDDLE_UNHOOKED static std::string_view at(unsigned choice) {
    if constexpr (kConstants > 0)
      if (choice >= kPlain)
        return Given<T>::strings[choice - kPlain];
    return kPlainTexts[choice];
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putQuoted(writer.out, at(choice));
  }
};

template <int Depth>
struct Pool<std::string, Depth> : TextValues<std::string> {
  HEDDLE_UNHOOKED static std::string make(unsigned choice, Scene&) {
    const std::string_view text = TextValues<std::string>::at(choice);
    return std::string(text.data(), text.size());
  }
};

template <int Depth>
struct Pool<std::string_view, Depth> : TextValues<std::string_view> {
  HEDDLE_UNHOOKED static std::string_view make(unsigned choice, Scene&) {
    return TextValues<std::string_view>::at(choice);
  }
};

// Literals, so they are terminated and live forever.
template <int Depth>
struct Pool<const char*, Depth> : TextValues<const char*> {
  using Texts = TextValues<const char*>;
  HEDDLE_UNHOOKED static const char* make(unsigned choice, Scene&) {
    return Texts::at(choice).data();
  }
};

} // namespace heddle::harness
