// SPDX-License-Identifier: Apache-2.0
// Recipes for values that are made of values: pairs, tuples, optionals, variants, containers, spans, and times.
#pragma once

#include <chrono>
#include <functional>
#include <heddle/detail/pool.hpp>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

namespace heddle::harness {

template <typename A, typename B, int Depth>
struct Pool<std::pair<A, B>, Depth> {
  using Whole = std::pair<A, B>;
  static constexpr unsigned count =
      countWholes(3, Recipes<A, Depth>::count, Recipes<B, Depth>::count);
  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    return Whole(makePart<A, Depth>(choice, scene), makePart<B, Depth>(choice, scene));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<Whole>(writer.out);
    writer.out.put('(');
    writeParts<Depth, A, B>(choice, writer);
    writer.out.put(')');
  }
};

template <typename... T, int Depth>
  requires(sizeof...(T) > 0)
struct Pool<std::tuple<T...>, Depth> {
  using Whole = std::tuple<T...>;
  static constexpr unsigned count = countWholes(3, Recipes<T, Depth>::count...);
  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    return Whole(makePart<T, Depth>(choice, scene)...);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<Whole>(writer.out);
    writer.out.put('(');
    writeParts<Depth, T...>(choice, writer);
    writer.out.put(')');
  }
};

// A value, none, another value.
template <typename T, int Depth>
struct Pool<std::optional<T>, Depth> {
  static constexpr unsigned kValues = countWholes(2, Recipes<T, Depth>::count);
  static constexpr unsigned count = 1 + kValues;
  HEDDLE_UNHOOKED static std::optional<T> make(unsigned choice, Scene& scene) {
    if constexpr (kValues > 0)
      if (choice != 1)
        return std::optional<T>(makePart<T, Depth>(choice / 2, scene));
    return std::nullopt;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if (kValues == 0 || choice == 1)
      return writer.out.put("std::nullopt");
    putType<std::optional<T>>(writer.out);
    writer.out.put('(');
    if constexpr (kValues > 0)
      writePart<T, Depth>(choice / 2, writer);
    writer.out.put(')');
  }
};

// One value of each alternative.
template <typename... T, int Depth>
struct Pool<std::variant<T...>, Depth> {
  using Whole = std::variant<T...>;
  static constexpr unsigned count = ((Recipes<T, Depth>::count > 0) && ...) ? sizeof...(T) : 0;

  template <std::size_t Index>
  HEDDLE_UNHOOKED static Whole makeAlternative(unsigned choice, Scene& scene) {
    if constexpr (Index + 1 < sizeof...(T))
      if (choice != Index)
        return makeAlternative<Index + 1>(choice, scene);
    using Part = std::variant_alternative_t<Index, Whole>;
    return Whole(std::in_place_index<Index>, makePart<Part, Depth>(0, scene));
  }
  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    return makeAlternative<0>(choice, scene);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<Whole>(writer.out);
    writer.out.put("(std::in_place_index<");
    writer.out.putUnsigned(choice);
    writer.out.put(">, ");
    unsigned index = 0;
    ((index++ == choice ? writePart<T, Depth>(0, writer) : void()), ...);
    writer.out.put(')');
  }
};

template <typename T, std::size_t Size, int Depth>
struct Pool<std::array<T, Size>, Depth> {
  using Whole = std::array<T, Size>;
  static constexpr unsigned count = countWholes(2, Recipes<T, Depth>::count);

  template <std::size_t... Index>
  HEDDLE_UNHOOKED static Whole
  makeAll(unsigned choice, Scene& scene, std::index_sequence<Index...>) {
    return Whole{makePart<T, Depth>(choice + Index, scene)...};
  }
  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    return makeAll(choice, scene, std::make_index_sequence<Size>());
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<Whole>(writer.out);
    writer.out.put('{');
    for (unsigned i = 0; i < Size; ++i) {
      writer.out.put(i > 0 ? ", " : "");
      writePart<T, Depth>(choice + i, writer);
    }
    writer.out.put('}');
  }
};

// What containers have in common: recipe 0 holds one element, 1 none, 2 two.
constexpr unsigned elementsOf(unsigned choice) {
  return choice == 0 ? 1 : choice == 1 ? 0 : 2;
}

template <typename T, int Depth>
HEDDLE_UNHOOKED void writeElements(unsigned choice, Writer& writer) {
  writer.out.put('{');
  for (unsigned i = 0; i < elementsOf(choice); ++i) {
    writer.out.put(i > 0 ? ", " : "");
    if constexpr (Recipes<T, Depth>::count > 0)
      writePart<T, Depth>(i, writer);
  }
  writer.out.put('}');
}

template <typename T>
concept Container = std::is_class_v<T> && std::is_default_constructible_v<T> &&
                    requires(T& container, typename T::value_type element) {
                      typename T::value_type;
                      container.insert(container.end(), static_cast<decltype(element)&&>(element));
                      container.begin();
                      container.size();
                    } && !SubjectLike<T>;

// A map's elements have const keys, but people and pools write them without.
template <typename T>
struct ElementOf {
  using type = T;
};
template <typename K, typename V>
struct ElementOf<std::pair<const K, V>> {
  using type = std::pair<K, V>;
};

template <typename T, int Depth>
struct ContainerPool {
  using Element = typename ElementOf<typename T::value_type>::type;
  static constexpr bool fillable = Recipes<Element, Depth - 1>::count > 0;
  static constexpr unsigned count = fillable ? 3 : 1;

  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    T container;
    if constexpr (fillable)
      for (unsigned i = 0; i < elementsOf(choice); ++i)
        container.insert(container.end(), makePart<Element, Depth - 1>(i, scene));
    return container;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if constexpr (fillable && !std::is_copy_constructible_v<Element>)
      return writeMoved(choice, writer);
    putType<T>(writer.out);
    if constexpr (fillable)
      writeElements<Element, Depth - 1>(choice, writer);
    else
      writer.out.put("{}");
  }

private:
  // A braced list would copy its elements.
  HEDDLE_UNHOOKED static void writeMoved(unsigned choice, Writer& writer) {
    writer.out.put("[&] { ");
    putType<T>(writer.out);
    writer.out.put(" all; ");
    for (unsigned i = 0; i < elementsOf(choice); ++i) {
      writer.out.put("all.insert(all.end(), ");
      writePart<Element, Depth - 1>(i, writer);
      writer.out.put("); ");
    }
    writer.out.put("return all; }()");
  }
};

// Elements that outlive every use: on the heap and never freed.
template <typename T, int Depth>
HEDDLE_UNHOOKED T* makeElements(unsigned choice, Scene& scene) {
  if (elementsOf(choice) == 0)
    return nullptr;
  if (elementsOf(choice) == 1)
    return new T[1]{makePart<T, Depth>(0, scene)};
  return new T[2]{makePart<T, Depth>(0, scene), makePart<T, Depth>(1, scene)};
}

template <typename T, int Depth>
struct Pool<std::span<T>, Depth> {
  using Element = std::remove_const_t<T>;
  static constexpr bool fillable = Recipes<Element, Depth>::count > 0;
  static constexpr unsigned count = fillable ? 3 : 1;
  HEDDLE_UNHOOKED static std::span<T> make(unsigned choice, Scene& scene) {
    if constexpr (fillable)
      return std::span<T>(makeElements<Element, Depth>(choice, scene), elementsOf(choice));
    return {};
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<std::span<T>>(writer.out);
    if (!fillable || elementsOf(choice) == 0)
      return writer.out.put("{}");
    writer.out.put("(new ");
    putType<Element>(writer.out);
    writer.out.put("[]");
    if constexpr (fillable)
      writeElements<Element, Depth>(choice, writer);
    writer.out.put(", ");
    writer.out.putUnsigned(elementsOf(choice));
    writer.out.put(')');
  }
};

// A list made of elements that stay: the language ties the life of a braced list to an expression, which a
// function that returns one cannot have.
template <typename T, int Depth>
struct Pool<std::initializer_list<T>, Depth> {
  static constexpr unsigned count = Recipes<T, Depth>::count > 0 ? 3 : 1;
  struct Parts {
    const T* begin;
    std::size_t size;
  };
  HEDDLE_UNHOOKED static std::initializer_list<T> make(unsigned choice, Scene& scene) {
    if constexpr (count > 1)
      return __builtin_bit_cast(std::initializer_list<T>,
                                (Parts{makeElements<T, Depth>(choice, scene), elementsOf(choice)}));
    return {};
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<std::initializer_list<T>>(writer.out);
    if constexpr (count > 1)
      writeElements<T, Depth>(choice, writer);
    else
      writer.out.put("{}");
  }
};

template <typename T, int Depth>
struct Pool<std::reference_wrapper<T>, Depth> {
  using Target = Recipes<std::remove_const_t<T>*, Depth>;
  static constexpr unsigned count = Target::count > 0 ? 1 : 0;
  HEDDLE_UNHOOKED static std::reference_wrapper<T> make(unsigned, Scene& scene) {
    return *Target::make(0, scene);
  }
  HEDDLE_UNHOOKED static void write(unsigned, Writer& writer) {
    writer.out.put("std::ref(*");
    Target::write(0, writer);
    writer.out.put(')');
  }
};

// Durations of the standard, and of other libraries with the same interface.
template <typename T>
concept DurationLike = requires(const T duration) {
  typename T::rep;
  typename T::period;
  { duration.count() } -> std::same_as<typename T::rep>;
  T(typename T::rep(1));
};

// Short: time is virtual, so what matters is that it is little, nothing or more.
template <typename T>
struct DurationPool {
  static constexpr int kValues[] = {1, 0, 10};
  static constexpr unsigned count = 3;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) {
    return T(static_cast<typename T::rep>(kValues[choice]));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<T>(writer.out);
    writer.out.put('(');
    writer.out.putSigned(kValues[choice]);
    writer.out.put(')');
  }
};

// Points in time of the standard, and of other libraries with the same interface.
template <typename T>
concept TimePointLike = requires(const T point) {
  typename T::clock;
  { point.time_since_epoch() } -> DurationLike;
  T(point.time_since_epoch());
};

// Long ago and in two hundred years, without asking a clock: a call that did would not be comparable.
template <typename T>
struct TimePointPool {
  using Duration = typename T::duration;
  using Unit = typename Duration::period;
  static constexpr long long kSeconds = 200LL * 365 * 24 * 3600;
  static constexpr long long kTicks = kSeconds / Unit::num * Unit::den;
  static constexpr unsigned count = 2;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene&) {
    return T(Duration(static_cast<typename Duration::rep>(choice * kTicks)));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<T>(writer.out);
    if (choice == 0)
      return writer.out.put("{}");
    writer.out.put('(');
    putType<Duration>(writer.out);
    writer.out.put('(');
    writer.out.putSigned(kTicks);
    writer.out.put("))");
  }
};

} // namespace heddle::harness
