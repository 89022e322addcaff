// SPDX-License-Identifier: Apache-2.0
// Recipes for classes, depending on what the front end found: the fields of an aggregate, public constructors, or else
// the default constructor. Also selects among all pools.
#pragma once

#include <heddle/detail/pool.hpp>
#include <heddle/detail/pool_callables.hpp>
#include <heddle/detail/pool_containers.hpp>
#include <heddle/detail/pool_numbers.hpp>
namespace heddle::harness {

template <typename T, typename Fields, int Depth>
struct AggregatePool;

template <typename T, typename... Field, int Depth>
struct AggregatePool<T, Types<Field...>, Depth> {
  static constexpr unsigned count = countWholes(3, Recipes<Field, Depth>::count...);
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    return T{makePart<Field, Depth>(choice, scene)...};
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<T>(writer.out);
    writer.out.put('{');
    writeParts<Depth, Field...>(choice, writer);
    writer.out.put('}');
  }
};

// An argument of a constructor that is part of a larger value. Lvalues live forever.
template <typename P, int Depth>
struct InnerArgument {
  using Value = std::remove_cvref_t<P>;
  static constexpr bool isLvalue = std::is_lvalue_reference_v<P>;
  using Source = std::conditional_t<isLvalue, Recipes<Value*, Depth>, Recipes<Value, Depth>>;
  // A null pointer cannot become a reference, so only fresh values do.
  static constexpr unsigned count = isLvalue ? (Source::count > 1 ? 1 : 0) : Source::count;
  HEDDLE_UNHOOKED static decltype(auto) make(unsigned choice, Scene& scene) {
    if constexpr (isLvalue)
      return *Source::make(0, scene);
    else
      return Source::make(choice % count, scene);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    if (isLvalue)
      writer.out.put('*');
    Source::write(isLvalue ? 0 : choice % count, writer);
  }
};
template <typename T, int Depth>
  requires(!std::is_class_v<T> || (!SubjectLike<T> && !hasStandIn<T>))
struct InnerArgument<const T&, Depth> : InnerArgument<T, Depth> {};

template <typename T, typename Parameters, int Depth>
struct ConstructorPool;

template <typename T, typename... P, int Depth>
struct ConstructorPool<T, Types<P...>, Depth> {
  static constexpr unsigned count = countWholes(2, InnerArgument<P, Depth>::count...);
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    return T(InnerArgument<P, Depth>::make(choice, scene)...);
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<T>(writer.out);
    writer.out.put(sizeof...(P) == 0 ? "{" : "(");
    unsigned index = 0;
    ((index++ > 0 ? writer.out.put(", ") : void(), InnerArgument<P, Depth>::write(choice, writer)),
     ...);
    writer.out.put(sizeof...(P) == 0 ? "}" : ")");
  }
};

template <typename T, typename List, int Depth>
struct ConstructorsPool;

template <typename T, typename... Parameters, int Depth>
struct ConstructorsPool<T, Types<Parameters...>, Depth> {
  static constexpr unsigned kMost = 4;
  static constexpr unsigned kAll = (0u + ... + ConstructorPool<T, Parameters, Depth>::count);
  static constexpr unsigned count = kAll < kMost ? kAll : kMost;

  template <typename First, typename... Rest>
  HEDDLE_UNHOOKED static T makeWith(unsigned choice, Scene& scene) {
    using Here = ConstructorPool<T, First, Depth>;
    if constexpr (Here::count == 0)
      return makeWith<Rest...>(choice, scene);
    else if constexpr ((false || ... || (ConstructorPool<T, Rest, Depth>::count > 0)))
      return choice < Here::count ? Here::make(choice, scene)
                                  : makeWith<Rest...>(choice - Here::count, scene);
    else
      return Here::make(choice, scene);
  }
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    return makeWith<Parameters...>(choice, scene);
  }
  template <typename Constructor>
  HEDDLE_UNHOOKED static void writeWith(unsigned choice, unsigned& first, Writer& writer) {
    if constexpr (Constructor::count > 0)
      if (choice >= first && choice < first + Constructor::count)
        Constructor::write(choice - first, writer);
    first += Constructor::count;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    unsigned first = 0;
    (writeWith<ConstructorPool<T, Parameters, Depth>>(choice, first, writer), ...);
  }
};

// A class that wraps any callable, such as the slot of a signal library.
template <typename T, int Depth>
struct WrapperPool {
  using Target = Recipes<AnyCallable, Depth>;
  static constexpr unsigned count = Target::count;
  HEDDLE_UNHOOKED static T make(unsigned choice, Scene& scene) {
    return T(Target::make(choice, scene));
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    putType<T>(writer.out);
    writer.out.put('(');
    Target::write(choice, writer);
    writer.out.put(')');
  }
};

template <typename T, int Depth>
constexpr auto chooseOpaquePool() {
  if constexpr (std::is_default_constructible_v<T> && std::is_destructible_v<T>)
    return std::type_identity<DefaultRecipe<T>>();
  else if constexpr (Depth > 0 && std::is_constructible_v<T, AnyCallable>)
    return std::type_identity<WrapperPool<T, Depth>>();
  else
    return std::type_identity<NoRecipes>();
}

template <typename T, int Depth>
constexpr auto chooseClassPool() {
  using Aggregate = AggregatePool<T, typename Described<T>::Fields, Depth - 1>;
  using Constructors = ConstructorsPool<T, typename Described<T>::Constructors, Depth - 1>;
  if constexpr (std::is_abstract_v<T> || Iterator<T>) {
    return std::type_identity<NoRecipes>();
  } else if constexpr (SubjectLike<T>) {
    return std::type_identity<NoRecipes>(); // passed as it is (argument.hpp), not built
  } else if constexpr (DurationLike<T>) {
    return std::type_identity<DurationPool<T>>();
  } else if constexpr (TimePointLike<T>) {
    return std::type_identity<TimePointPool<T>>();
  } else if constexpr (Depth > 0 && Described<T>::known) {
    if constexpr (Described<T>::Fields::size > 0 && Aggregate::count > 0)
      return std::type_identity<Aggregate>();
    else if constexpr (Constructors::count > 0)
      return std::type_identity<Constructors>();
    else
      return chooseOpaquePool<T, Depth>();
  } else {
    return chooseOpaquePool<T, Depth>();
  }
}

template <typename T, int Depth>
constexpr auto choosePool() {
  if constexpr (std::is_same_v<T, bool>)
    return std::type_identity<BoolPool<T>>();
  else if constexpr (isLetter<T>)
    return std::type_identity<LetterPool<T>>();
  else if constexpr (std::is_integral_v<T>)
    return std::type_identity<IntegerPool<T>>();
  else if constexpr (std::is_floating_point_v<T>)
    return std::type_identity<RealPool<T>>();
  else if constexpr (std::is_enum_v<T>)
    return std::type_identity<EnumPool<T>>();
  else if constexpr (std::is_null_pointer_v<T> ||
                     (std::is_union_v<T> && std::is_default_constructible_v<T>))
    return std::type_identity<DefaultRecipe<T>>();
  else if constexpr (std::is_class_v<T> && Container<T>)
    return std::type_identity<ContainerPool<T, Depth>>();
  else if constexpr (std::is_class_v<T>)
    return chooseClassPool<T, Depth>();
  else
    return std::type_identity<NoRecipes>();
}

template <typename T, int Depth>
struct Pool : decltype(choosePool<T, Depth>())::type {};

} // namespace heddle::harness
