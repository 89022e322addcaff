// SPDX-License-Identifier: Apache-2.0
// What the macros of heddle.hpp become in a harness: classes with telling names, which the front end finds in
// the syntax tree and ties into the table it generates. Usable in any namespace.
#pragma once

#include <cstddef>
#include <utility>

#define HEDDLE_DETAIL_JOIN(a, b) HEDDLE_DETAIL_JOIN_EXPANDED(a, b)
#define HEDDLE_DETAIL_JOIN_EXPANDED(a, b) a##b

namespace heddle::harness {

template <typename T>
struct Same {
  using type = T;
};

template <std::size_t Count>
struct CountIs {
  static constexpr unsigned value = Count;
};

// Whether a result is one of a call that failed without a reason (HEDDLE_MAY_FAIL).
template <typename Result>
bool isFailure(const Result& result) {
  if constexpr (requires { static_cast<bool>(result); })
    return !static_cast<bool>(result);
  return false;
}
template <typename Result, typename Value>
bool isFailure(const Result& result, const Value& failure) {
  return result == failure;
}

template <typename T, std::size_t Count>
CountIs<Count> countValues(const T (&&)[Count]);

} // namespace heddle::harness

#define HEDDLE_DETAIL_VALUES(Name, Type_, ...)                                                     \
  struct Name {                                                                                    \
    using Type = typename ::heddle::harness::Same<Type_>::type;                                    \
    static constexpr const char* text = #__VA_ARGS__;                                              \
    static constexpr unsigned count =                                                              \
        decltype(::heddle::harness::countValues<Type>({__VA_ARGS__}))::value;                      \
    static Type make(unsigned choice) {                                                            \
      Type values[] = {__VA_ARGS__};                                                               \
      return ::std::move(values[choice]);                                                          \
    }                                                                                              \
  }

#define HEDDLE_DETAIL_INVARIANT(Name, Class_, ...)                                                 \
  struct Name {                                                                                    \
    using Class = typename ::heddle::harness::Same<Class_>::type;                                  \
    static constexpr const char* text = #__VA_ARGS__;                                              \
    static bool holds(const Class& self) {                                                         \
      return static_cast<bool>(__VA_ARGS__);                                                       \
    }                                                                                              \
  }

#define HEDDLE_DETAIL_CONTRACT(Name, ...)                                                          \
  struct Name {                                                                                    \
    static constexpr const char* text = #__VA_ARGS__;                                              \
  }

#define HEDDLE_DETAIL_MAY_FAIL(Name, Method_, ...)                                                 \
  struct Name {                                                                                    \
    static constexpr const char* text = #Method_;                                                  \
    template <typename Result>                                                                     \
    static bool isFailure(const Result& result) {                                                  \
      return ::heddle::harness::isFailure(result __VA_OPT__(, ) __VA_ARGS__);                      \
    }                                                                                              \
  }
