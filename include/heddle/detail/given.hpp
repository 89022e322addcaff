// SPDX-License-Identifier: Apache-2.0
// What the generated translation unit tells the templates about the class under test and related types.
// The primary templates know nothing; the front end writes specialisations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <tuple>
#include <type_traits>

// Heddle's own code does not produce events where it only prepares or formats. Code that accesses memory of the class
// under test, or destroys or copies what it may share, must keep its hooks.
#define HEDDLE_UNHOOKED __attribute__((disable_sanitizer_instrumentation))

namespace heddle::harness {

template <typename... T>
struct Types {
  static constexpr std::size_t size = sizeof...(T);
};

// The class under test: Subject, subjectName, reenter(), reenterTexts, reenteringAsks (the methods are const), integers,
// otherIntegers,
// characters, strings.
template <typename Unit>
struct Generated;

template <typename T>
struct ThisUnit {
  using type = void;
};

// Generated<void>, looked up only when a template that names T is instantiated.
template <typename T>
using Given = Generated<typename ThisUnit<T>::type>;

// Values and names of all enumerators.
template <typename E>
struct Enumerators {
  static constexpr unsigned count = 0;
};

// How to construct and read a class: Constructors (Types of Types), Fields (Types) and members (tuple of member
// pointers) of an aggregate, observers (tuple of const member functions without parameters).
template <typename T>
struct Described {
  using Constructors = Types<>;
  using Fields = Types<>;
  static constexpr std::tuple<> members{};
  static constexpr std::tuple<> observers{};
  static constexpr bool isPartOfSubject = false;
  static constexpr bool destructorActs = false; // others can see when it is destroyed
  static constexpr bool known = false;
};

// A concrete class to pass where T & or T * is wanted: type and text.
template <typename T>
struct StandIn {
  using type = void;
};

template <typename T>
inline constexpr bool hasStandIn = !std::is_void_v<typename StandIn<T>::type>;

// An operation returns a T, which a later call may take.
template <typename T>
inline constexpr bool isReturned = false;

// An operation returns a T, which another operation of the table destroys.
template <typename T>
inline constexpr bool isReleased = false;

// Classes that HEDDLE_VALUES generated for T.
template <typename T>
struct UserValues {
  using Sources = Types<>;
};

// A position in a container: heddle cannot generate a valid one, and it has no value of its own.
template <typename T>
concept Iterator = requires { typename std::iterator_traits<T>::iterator_category; };

template <typename T>
concept Complete = requires { sizeof(T); };

template <typename T>
concept SubjectLike = std::is_class_v<T> && std::is_convertible_v<typename Given<T>::Subject*, T*>;

// Whether callables of heddle's ran on this thread since its call began: those that do nothing and return nothing, and
// those of an unknown type that do nothing. Whether a client was called back is a result of the call. How often is not: a class may repeat a
// callback, for example when a compare-exchange fails.
struct CalledBack {
  bool surely;
  bool perhaps; // what it returned may have been used: it may have been asked, not told
};
inline thread_local CalledBack calledBack;
HEDDLE_UNHOOKED inline void noteCallback() {
  calledBack.surely = true;
}
HEDDLE_UNHOOKED inline void noteUntypedCallback() {
  calledBack.perhaps = true;
}

// The participants of a call. Lives as long as the call.
struct Scene {
  void** objects;
  unsigned receiver;
  unsigned lane;
  bool refused = false; // an object or an earlier result that the call needs does not exist

  HEDDLE_UNHOOKED void* self() {
    refused |= objects[receiver] == nullptr;
    return objects[receiver];
  }
  HEDDLE_UNHOOKED void* peer() {
    refused |= objects[1 - receiver] == nullptr;
    return objects[1 - receiver];
  }
};

} // namespace heddle::harness
