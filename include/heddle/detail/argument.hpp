// SPDX-License-Identifier: Apache-2.0
// Argument<P, Keeps>: one argument of one call, for a parameter declared as P. It holds the value while the
// call runs, or until the end of the test if its destructor acts (kept.hpp). Values that the class may keep a reference
// to are allocated on the heap and never freed: objects of polymorphic classes, and everything that a constructor takes
// by reference (Keeps).
#pragma once

#include <heddle/detail/earlier_results.hpp>
#include <heddle/detail/folding.hpp>
#include <heddle/detail/kept.hpp>
#include <heddle/detail/pool.hpp>
#include <heddle/detail/pool_callables.hpp>
#include <heddle/detail/pool_classes.hpp>
#include <heddle/detail/pool_containers.hpp>
#include <heddle/detail/pool_numbers.hpp>
#include <heddle/detail/pool_pointers.hpp>
#include <heddle/detail/pool_text.hpp>
#include <type_traits>
#include <utility>

namespace heddle::harness {

// The input from which an Argument is constructed in place.
struct Wanted {
  unsigned choice;
  Scene& scene;
};

// How to write an argument.
struct WriteAs {
  std::string_view name; // of the parameter
  bool exactType;        // overloads exist: 1 is not a long, "a" is not a std::string
  bool lvalue;           // an overload takes the same by rvalue reference
};

// Values to which a class does not keep a reference. Classes declared in the class under test are guards and
// accessors: they release what they hold when the argument of the call is destroyed.
template <typename T>
inline constexpr bool isPlain =
    !std::is_class_v<T> || KnownToFold<T> || TextLike<T> || Container<T> ||
    (Described<T>::isPartOfSubject && !std::is_polymorphic_v<T>);

// Values that can be passed by value: first what an earlier call returned, then the recipes.
template <typename T>
struct Values {
  static constexpr unsigned earlier = comesBack<T>() ? 1 : 0;
  static constexpr unsigned count = earlier + Recipes<T>::count;
  static constexpr unsigned wide = earlier + wideCount<Recipes<T>>();

  static T make(unsigned choice, Scene& scene) {
    if constexpr (earlier > 0)
      if (choice == 0)
        return recall<T>(scene);
    if constexpr (Recipes<T>::count > 0)
      return Recipes<T>::make(choice - earlier, scene);
    else
      return T();
  }
  static constexpr abi::ValueTrait trait(unsigned choice) {
    return choice < earlier ? abi::ValueTrait::Plain : Recipes<T>::trait(choice - earlier);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if constexpr (earlier > 0)
      if (choice == 0)
        return putEarlier<T>(writer.out);
    if constexpr (Recipes<T>::count > 0)
      Recipes<T>::write(choice - earlier, writer);
  }
};

template <typename T, std::size_t Size>
struct Values<T[Size]> : NoRecipes {};

template <typename T>
HEDDLE_UNHOOKED void writeExactly(unsigned choice, Writer& writer) {
  constexpr bool literalIsExact = std::is_same_v<T, int> || std::is_same_v<T, bool> ||
                                  std::is_same_v<T, double> || std::is_same_v<T, char> ||
                                  std::is_same_v<T, const char*> || std::is_enum_v<T> ||
                                  (std::is_class_v<T> && !TextLike<T>);
  if constexpr (literalIsExact || comesBack<T>()) {
    Values<T>::write(choice, writer);
  } else {
    const bool isClass = std::is_class_v<T>;
    writer.out.put(isClass ? "" : "static_cast<");
    putType<T>(writer.out);
    writer.out.put(isClass ? "(" : ">(");
    Recipes<T>::write(choice, writer);
    writer.out.put(')');
  }
}

// An argument that is destroyed at the end of the test: the call only refers to it. Classes declared in the class under
// test are accessors, see isPlain.
template <typename T>
inline constexpr bool outlivesCall = acts<T> && !Described<T>::isPartOfSubject;

// Writes `T& name = *new ...;` or `T name = ...;` and uses the name.
template <typename T, bool Leaks>
HEDDLE_UNHOOKED void writeVariable(unsigned choice, Writer& writer, std::string_view name) {
  TextBuffer& setUp = writer.setUp;
  char space[1024];
  TextBuffer value(space, sizeof space);
  Writer inner{setUp, value, writer.receiver};
  if constexpr (Leaks)
    Fresh<T, kDepth>::write(choice, inner);
  else
    Values<T>::write(choice, inner);
  if (outlivesCall<T> && !Leaks)
    setUp.put("$^");
  putType<T>(setUp);
  setUp.put(Leaks ? "& " : " ");
  setUp.put(name);
  setUp.put(Leaks ? "$n = *" : "$n = ");
  setUp.put(value.text());
  setUp.put(";\n");
  writer.out.put(name);
  writer.out.put("$n");
}

// ---- values

template <typename T, bool Leaks>
struct Held {
  HEDDLE_UNHOOKED explicit Held(const Wanted& wanted)
      : value(Values<T>::make(wanted.choice, wanted.scene)) {}
  T value;
};
template <typename T>
struct Held<T, true> {
  HEDDLE_UNHOOKED explicit Held(const Wanted& wanted)
      : value(*Fresh<T, kDepth>::make(wanted.choice, wanted.scene)) {}
  T& value;
};

template <typename P, bool Keeps>
struct Argument;

template <typename T, bool Keeps>
struct ValueArgument : Held<T, Keeps> {
  static constexpr unsigned count = Keeps ? Fresh<T, kDepth>::kinds : Values<T>::count;
  static constexpr unsigned wide = Keeps ? count : wideCount<Values<T>>();
  static constexpr bool outlives = false;
  using Held<T, Keeps>::Held;

  static constexpr abi::ValueTrait trait(unsigned choice) {
    return Keeps ? abi::ValueTrait::Plain : Values<T>::trait(choice);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer, const WriteAs& as) {
    if constexpr (hasStandIn<T>)
      writeVariable<T, true>(choice, writer, as.name);
    else if (as.lvalue)
      writeVariable<T, false>(choice, writer, as.name);
    else if (as.exactType)
      writeExactly<T>(choice, writer);
    else
      Values<T>::write(choice, writer);
  }
  void foldOutput(Folder&, const Scene&, std::string_view) const {}
};

// A constructor does not get an extreme number: the number is often a size.
template <typename T, bool Keeps>
  requires(!std::is_reference_v<T> && !SubjectLike<std::remove_cv_t<T>>)
struct Argument<T, Keeps> : ValueArgument<std::remove_cv_t<T>, false> {
  static constexpr unsigned count =
      Values<std::remove_cv_t<T>>::count - (Keeps && isInteger<T> ? 1 : 0);
  static constexpr unsigned wide = Keeps ? count : wideCount<Values<std::remove_cv_t<T>>>();
  using ValueArgument<std::remove_cv_t<T>, false>::ValueArgument;
  HEDDLE_UNHOOKED T&& get() { return static_cast<T&&>(this->value); }
};

template <typename T, bool Keeps>
  requires(!SubjectLike<std::remove_cv_t<T>>)
struct Argument<T&&, Keeps> : ValueArgument<std::remove_cv_t<T>, false> {
  using ValueArgument<std::remove_cv_t<T>, false>::ValueArgument;
  HEDDLE_UNHOOKED T&& get() { return static_cast<T&&>(this->value); }
};

template <typename T, bool Keeps>
inline constexpr bool keepsConst =
    hasStandIn<T> || std::is_polymorphic_v<T> || (Keeps && Fresh<T, kDepth>::kinds > 0);

template <typename T, bool Keeps>
  requires(!SubjectLike<T>)
struct Argument<const T&, Keeps> : ValueArgument<T, keepsConst<T, Keeps>> {
  using ValueArgument<T, keepsConst<T, Keeps>>::ValueArgument;
  static constexpr bool outlives = outlivesCall<T> && !keepsConst<T, Keeps>;
  HEDDLE_UNHOOKED const T& get() { return this->value; }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer, const WriteAs& as) {
    if constexpr (outlives)
      writeVariable<T, false>(choice, writer, as.name);
    else
      ValueArgument<T, keepsConst<T, Keeps>>::write(choice, writer, as);
  }
};

// ---- references the call may write through: what it leaves there is part of its result

template <typename T, bool Keeps>
struct OutputArgument : Held<T, Keeps> {
  static constexpr unsigned count = Keeps ? Fresh<T, kDepth>::kinds : Values<T>::count;
  static constexpr bool outlives = outlivesCall<T> && !Keeps;
  using Held<T, Keeps>::Held;

  static constexpr abi::ValueTrait trait(unsigned choice) {
    return Keeps ? abi::ValueTrait::Plain : Values<T>::trait(choice);
  }
  HEDDLE_UNHOOKED T& get() { return this->value; }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer, const WriteAs& as) {
    writeVariable<T, Keeps>(choice, writer, as.name);
  }
  void foldOutput(Folder& folder, const Scene& scene, std::string_view name) const {
    if constexpr (isPlain<T> && !std::is_pointer_v<T>) {
      folder.nameOutput("", name);
      fold(folder, this->value, scene);
    }
  }
};

template <typename T, bool Keeps>
  requires(!std::is_const_v<T> && !SubjectLike<T>)
struct Argument<T&, Keeps> : OutputArgument<T, Keeps || !isPlain<T>> {
  using OutputArgument<T, Keeps || !isPlain<T>>::OutputArgument;
};

// A pointer to a fresh number or string is as good as a reference to one.
template <typename T, bool Keeps>
  requires(!std::is_const_v<T> && (std::is_arithmetic_v<T> || TextLike<T>) &&
           !std::is_same_v<T, char>)
struct Argument<T*, Keeps> : ValueArgument<T*, false> {
  using ValueArgument<T*, false>::ValueArgument;
  HEDDLE_UNHOOKED T*&& get() { return static_cast<T*&&>(this->value); }
  void foldOutput(Folder& folder, const Scene& scene, std::string_view name) const {
    if (this->value == nullptr)
      return;
    folder.nameOutput("*", name);
    fold(folder, *this->value, scene);
  }
};

// ---- the class under test: the peer (recipe 0) and the object itself (recipe 1)

template <typename T>
struct SubjectArgument {
  HEDDLE_UNHOOKED explicit SubjectArgument(const Wanted& wanted)
      : object(static_cast<typename Given<T>::Subject*>(wanted.choice == 0 ? wanted.scene.peer()
                                                                           : wanted.scene.self())) {
  }
  static constexpr bool outlives = false;
  static constexpr abi::ValueTrait trait(unsigned choice) {
    return choice == 1 ? abi::ValueTrait::TheObject : abi::ValueTrait::Plain;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer, const WriteAs&) {
    choice == 0 ? writer.peer() : writer.self();
  }
  void foldOutput(Folder&, const Scene&, std::string_view) const {}
  T* object;
};

template <typename T, bool Keeps>
  requires SubjectLike<T>
struct Argument<T&, Keeps> : SubjectArgument<T> {
  static constexpr unsigned count = Keeps ? 1 : 2; // no object is constructed from itself
  using SubjectArgument<T>::SubjectArgument;
  HEDDLE_UNHOOKED T& get() { return *this->object; }
};

template <typename T, bool Keeps>
  requires SubjectLike<T>
struct Argument<const T&, Keeps> : SubjectArgument<T> {
  static constexpr unsigned count = Keeps ? 1 : 2;
  using SubjectArgument<T>::SubjectArgument;
  HEDDLE_UNHOOKED const T& get() { return *this->object; }
};

// Copied by the call itself.
template <typename T, bool Keeps>
  requires SubjectLike<T>
struct Argument<T, Keeps> : SubjectArgument<T> {
  static constexpr unsigned count =
      std::is_same_v<T, typename Given<T>::Subject> && std::is_copy_constructible_v<T>
          ? (Keeps ? 1 : 2)
          : 0;
  using SubjectArgument<T>::SubjectArgument;
  HEDDLE_UNHOOKED T& get() { return *this->object; }
};

// The argument is moved from, so only the peer is used: moving an object into itself is not tested.
template <typename T, bool Keeps>
  requires SubjectLike<T>
struct Argument<T&&, Keeps> : SubjectArgument<T> {
  static constexpr unsigned count = std::is_same_v<T, typename Given<T>::Subject> ? 1 : 0;
  using SubjectArgument<T>::SubjectArgument;
  HEDDLE_UNHOOKED T&& get() { return static_cast<T&&>(*this->object); }
  HEDDLE_UNHOOKED static void write(unsigned, Writer& writer, const WriteAs&) {
    writer.out.put("std::move(");
    writer.peer();
    writer.out.put(')');
  }
};

} // namespace heddle::harness
