// SPDX-License-Identifier: Apache-2.0
// Value recipes. Recipes<T> numbers the values that may be passed where a T is wanted; recipe 0 is the
// simplest useful one, because minimisation prefers small numbers. A recipe is made afresh for each call:
//
//   count                  how many there are; 0: a T cannot be made
//   make(choice, scene)    the value
//   write(choice, writer)  the same as a C++ expression
//   wide                   how many there are with those that are used when tests with the others are used up; optional in
//                          Pool<T>
//   trait(choice)          what a failure that needs it says; may be missing: all are plain
//
// Pool<T> holds heddle's own recipes; those of HEDDLE_VALUES come before them. Depth bounds the recursion
// into classes that are made of classes.
#pragma once

#include <array>
#include <cstddef>
#include <heddle/detail/calls.h>
#include <heddle/detail/given.hpp>
#include <heddle/detail/writer.hpp>
#include <type_traits>
#include <utility>

namespace heddle::harness {

inline constexpr int kDepth = 3;

template <typename T, int Depth>
struct Pool;

template <typename Source>
HEDDLE_UNHOOKED void writeUserValue(unsigned choice, Writer& writer) {
  std::string_view text = Source::text;
  int nesting = 0;
  unsigned index = 0;
  char quote = '\0';
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char letter = i < text.size() ? text[i] : ',';
    if (quote != '\0') {
      if (letter == '\\')
        ++i;
      else if (letter == quote)
        quote = '\0';
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == '(' || letter == '{' || letter == '[' || letter == '<') {
      ++nesting;
    } else if (letter == ')' || letter == '}' || letter == ']' || letter == '>') {
      --nesting;
    } else if (letter == ',' && nesting == 0) {
      if (index++ == choice)
        writer.out.put(text.substr(begin, i - begin));
      begin = i + 1;
      while (begin < text.size() && text[begin] == ' ')
        ++begin;
    }
  }
}

template <typename List>
struct UserRecipes;

template <typename... Source>
struct UserRecipes<Types<Source...>> {
  static constexpr unsigned count = (0u + ... + Source::count);

  template <typename T, typename First, typename... Rest>
  static T makeFrom(unsigned choice) {
    if constexpr (sizeof...(Rest) == 0) {
      return First::make(choice);
    } else {
      if (choice < First::count)
        return First::make(choice);
      return makeFrom<T, Rest...>(choice - First::count);
    }
  }
  template <typename T>
  static T make(unsigned choice) {
    return makeFrom<T, Source...>(choice);
  }
  static void write(unsigned choice, Writer& writer) {
    unsigned first = 0;
    ((choice >= first && choice < first + Source::count
          ? writeUserValue<Source>(choice - first, writer)
          : void(),
      first += Source::count),
     ...);
  }
};

// A T cannot be made.
struct NoRecipes {
  static constexpr unsigned count = 0;
  static constexpr unsigned wide = 0;
  static constexpr abi::ValueTrait trait(unsigned) { return abi::ValueTrait::Plain; }
};

template <typename Recipe>
constexpr unsigned wideCount() {
  if constexpr (requires { Recipe::wide; })
    return Recipe::wide;
  else
    return Recipe::count;
}

template <typename T, int Depth = kDepth>
struct Recipes {
  using User = UserRecipes<typename UserValues<T>::Sources>;
  using Own = Pool<T, Depth>;
  static constexpr unsigned count = User::count + Own::count;
  static constexpr unsigned wide = User::count + wideCount<Own>();

  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    if constexpr (User::count > 0) {
      if constexpr (Own::count > 0)
        if (choice >= User::count)
          return Own::make(choice - User::count, scene);
      return User::template make<T>(choice);
    } else {
      return Own::make(choice, scene);
    }
  }
  static constexpr abi::ValueTrait trait(unsigned choice) {
    if constexpr (requires { Own::trait(choice); })
      if (choice >= User::count)
        return Own::trait(choice - User::count);
    return abi::ValueTrait::Plain;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if constexpr (User::count > 0)
      if (choice < User::count)
        return User::write(choice, writer);
    if constexpr (Own::count > 0)
      Own::write(choice - User::count, writer);
  }
};

template <typename T, int Depth>
struct Recipes<const T, Depth> : Recipes<T, Depth> {};

template <typename T, std::size_t Size, int Depth>
struct Recipes<T[Size], Depth> : NoRecipes {};
template <typename T, std::size_t Size, int Depth>
struct Recipes<const T[Size], Depth> : NoRecipes {};

// Only the value-initialised T.
template <typename T>
struct DefaultRecipe {
  static constexpr unsigned count = 1;
  HEDDLE_UNHOOKED static T make(unsigned, Scene&) { return T(); }
  HEDDLE_UNHOOKED static void write(unsigned, Writer& writer) {
    putType<T>(writer.out);
    writer.out.put("{}");
  }
};

// Parts of a whole take the recipe of the same number, or start again when they have fewer.
template <typename T, int Depth>
HEDDLE_UNHOOKED T makePart(unsigned choice, Scene& scene) {
  return Recipes<T, Depth>::make(choice % Recipes<T, Depth>::count, scene);
}

template <typename T, int Depth>
HEDDLE_UNHOOKED void writePart(unsigned choice, Writer& writer) {
  Recipes<T, Depth>::write(choice % Recipes<T, Depth>::count, writer);
}

// Writes `T, T, ...`.
template <int Depth, typename... T>
HEDDLE_UNHOOKED void writeParts(unsigned choice, Writer& writer) {
  unsigned index = 0;
  ((index++ > 0 ? writer.out.put(", ") : void(), writePart<T, Depth>(choice, writer)), ...);
}

// How many wholes to make of parts with these numbers of recipes: none when a part cannot be made.
template <typename... T>
constexpr unsigned countWholes(unsigned most, T... parts) {
  if (((parts == 0) || ...))
    return 0;
  unsigned largest = 1;
  ((largest = parts > largest ? parts : largest), ...);
  return largest < most ? largest : most;
}

} // namespace heddle::harness
