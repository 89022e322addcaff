// SPDX-License-Identifier: Apache-2.0
// Recipes for arithmetic types and enumerations. 1 comes before 0: as a capacity, a count or a key it is
// always good, while many constructors refuse 0.
#pragma once

#include <heddle/detail/pool.hpp>
#include <limits>
#include <string_view>

namespace heddle::harness {

template <typename T, unsigned Most>
struct ValueList {
  T values[Most] = {};
  unsigned count = 0;

  constexpr void add(T value) {
    for (unsigned i = 0; i < count; ++i)
      if (values[i] == value)
        return;
    if (count < Most)
      values[count++] = value;
  }
};

template <typename T>
constexpr bool isLetter =
    std::is_same_v<T, char> || std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> ||
    std::is_same_v<T, char32_t> || std::is_same_v<T, wchar_t>;

template <typename T>
constexpr bool isInteger = std::is_integral_v<T> && !isLetter<std::remove_cv_t<T>> &&
                           !std::is_same_v<std::remove_cv_t<T>, bool>;

// At most this many constants of the code under test become values of one type.
inline constexpr unsigned kMostConstants = 3;

template <typename T, typename Constants>
constexpr void addConstants(T& list, const Constants& constants) {
  const unsigned before = list.count;
  for (auto value : constants)
    if (std::in_range<std::remove_reference_t<decltype(list.values[0])>>(value) &&
        list.count < before + kMostConstants)
      list.add(static_cast<std::remove_reference_t<decltype(list.values[0])>>(value));
}

template <typename T>
constexpr auto integerValues() {
  ValueList<T, 9> list;
  list.add(T(1));
  list.add(T(0));
  list.add(T(2));
  addConstants(list, Given<T>::integers);
  if (std::is_signed_v<T>)
    list.add(static_cast<T>(-1));
  list.add(std::numeric_limits<T>::max());
  return list;
}

inline constexpr unsigned kMostWide = 48;

// The same, and more for tests that are run when those with the values above are used up: the neighbours of all constants
// of the code, sizes one above and below the sizes that constructors get, and round numbers.
template <typename T>
constexpr auto wideIntegerValues() {
  ValueList<T, kMostWide> list;
  const auto base = integerValues<T>();
  for (unsigned i = 0; i < base.count; ++i)
    list.add(base.values[i]);
  const auto add = [&list](long long value) {
    if (std::in_range<T>(value))
      list.add(static_cast<T>(value));
  };
  const auto addWithNeighbours = [&add](long long value) {
    add(value);
    if (value > std::numeric_limits<long long>::min())
      add(value - 1);
    if (value < std::numeric_limits<long long>::max())
      add(value + 1);
  };
  add(3);
  for (long long value : Given<T>::integers)
    addWithNeighbours(value);
  for (long long value : {4, 5, 10, 100})
    add(value);
  for (long long value : Given<T>::otherIntegers)
    addWithNeighbours(value);
  for (long long value : {7, 64, 1000, -2})
    add(value);
  return list;
}

template <typename T>
constexpr auto letterValues() {
  ValueList<T, 6> list;
  list.add(T('a'));
  list.add(T('b'));
  for (char letter : Given<T>::characters)
    list.add(static_cast<T>(letter));
  list.add(T(0));
  return list;
}

template <typename T>
HEDDLE_UNHOOKED void putInteger(TextBuffer& out, T value) {
  constexpr int kSmall = std::numeric_limits<int>::max();
  if (value == std::numeric_limits<T>::max() && sizeof(T) >= sizeof(int)) {
    out.put("std::numeric_limits<");
    putType<T>(out);
    out.put(">::max()");
    return;
  }
  if constexpr (std::is_signed_v<T>) {
    out.putSigned(value);
    if (value > kSmall || value < -kSmall)
      out.put("LL");
  } else {
    out.putUnsigned(value);
    if (value > static_cast<unsigned>(kSmall))
      out.put("ULL");
  }
}

template <typename T>
struct IntegerPool {
  static constexpr auto kList = wideIntegerValues<T>();
  static constexpr unsigned count = integerValues<T>().count;
  static constexpr unsigned wide = kList.count;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) { return kList.values[choice]; }
  // The code under test expects the values that it compares with.
  static constexpr abi::ValueTrait trait(unsigned choice) {
    const T value = kList.values[choice];
    for (auto constant : Given<T>::integers)
      if (std::in_range<T>(constant) && static_cast<T>(constant) == value)
        return abi::ValueTrait::Plain;
    const bool isExtreme = value < T(0) || value == std::numeric_limits<T>::max();
    return isExtreme ? abi::ValueTrait::Extreme : abi::ValueTrait::Plain;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putInteger(writer.out, kList.values[choice]);
  }
};

template <typename T>
struct LetterPool {
  static constexpr auto kList = letterValues<T>();
  static constexpr unsigned count = kList.count;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) { return kList.values[choice]; }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    writer.out.put('\'');
    if (kList.values[choice] == T(0))
      writer.out.put("\\0");
    else
      putEscaped(writer.out, static_cast<char>(kList.values[choice]), '\'');
    writer.out.put('\'');
  }
};

template <typename T>
struct BoolPool {
  static constexpr unsigned count = 2;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) { return choice == 0; }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    writer.out.put(choice == 0 ? "true" : "false");
  }
};

template <typename T>
struct RealPool {
  static constexpr T kValues[] = {T(1), T(0), T(-1), T(0.5), T(2), T(3), T(10), T(100)};
  static constexpr unsigned count = 4;
  static constexpr unsigned wide = 8;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) { return kValues[choice]; }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    constexpr std::string_view kTexts[] = {
        "1.0", "0.0", "-1.0", "0.5", "2.0", "3.0", "10.0", "100.0"};
    writer.out.put(kTexts[choice]);
    if (std::is_same_v<T, float>)
      writer.out.put('f');
  }
};

template <typename T>
struct EnumPool {
  static constexpr bool known = Enumerators<T>::count > 0;
  static constexpr unsigned count = known ? Enumerators<T>::count : 1;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) {
    if constexpr (known)
      return Enumerators<T>::values[choice];
    else
      return T(0);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if constexpr (known) {
      writer.out.put(Enumerators<T>::names[choice]);
    } else {
      putType<T>(writer.out);
      writer.out.put("(0)");
    }
  }
};

} // namespace heddle::harness
