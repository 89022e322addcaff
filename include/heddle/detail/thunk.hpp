// SPDX-License-Identifier: Apache-2.0
// Table entries of the generated harness. For each operation the front end writes a class:
//
//   struct heddle_op_3 {
//     using Parameters = ::heddle::harness::Types<const std::string&>;
//     static constexpr const char* names[] = {"text"};                      // of the parameters
//     static constexpr bool lvalues[] = {false};    // an overload takes this parameter by rvalue reference
//     static constexpr const char* unbuildable[] = {"no `...` can be made"}; // why not, for each parameter
//     static constexpr ... name, signature, kind, isConst, overloaded, pattern, unsupported
//     template <typename S, typename... A>
//     static auto call(S& self, A&&... a) -> decltype(self.push(static_cast<A&&>(a)...));
//   };
//
// `pattern` is the source of the call. In it, %s stands for the object, %a for the arguments, and %o for the name
// of the variable that owns what a factory made.
//
// Functions without HEDDLE_UNHOOKED keep their hooks on purpose: library functions are inlined into them
// before hooks are inserted, and what those functions do is part of the call.
#pragma once

#include <cxxabi.h>
#include <exception>
#include <heddle/detail/argument.hpp>
#include <tuple>
#include <typeinfo>
#include <utility>

namespace heddle::harness {

using abi::Call;
using abi::CallEnding;
using abi::CallResult;
using abi::Operation;
using abi::OperationKind;

template <typename Op>
inline constexpr bool makesObject =
    Op::kind == OperationKind::Constructor || Op::kind == OperationKind::Factory;

// What must happen to an object that a factory made when the test is over.
struct Owner {
  void* object;
  void (*drop)(void* keeper);
  void* keeper;
};
inline Owner owners[abi::kMaxObjects];

// ---- made objects, depending on what the constructor or factory returned

template <typename Subject>
HEDDLE_UNHOOKED Subject* takeOver(Subject* object, Owner&) {
  return object; // the owner is unknown: it is never destroyed
}

template <typename Subject, typename Deleter>
HEDDLE_UNHOOKED Subject* takeOver(std::unique_ptr<Subject, Deleter> object, Owner& owner) {
  using Keeper = std::unique_ptr<Subject, Deleter>;
  auto* keeper = new Keeper(std::move(object));
  owner = {keeper->get(), [](void* kept) { delete static_cast<Keeper*>(kept); }, keeper};
  return keeper->get();
}

template <typename Subject>
HEDDLE_UNHOOKED Subject* takeOver(std::shared_ptr<Subject> object, Owner& owner) {
  using Keeper = std::shared_ptr<Subject>;
  auto* keeper = new Keeper(std::move(object));
  owner = {keeper->get(), [](void* kept) { delete static_cast<Keeper*>(kept); }, keeper};
  return keeper->get();
}

template <typename Op, typename Subject, typename... A>
Subject* makeObject(Owner& owner, A&&... arguments) {
  using Made = decltype(Op::call(*static_cast<Subject*>(nullptr), static_cast<A&&>(arguments)...));
  auto& nobody = *static_cast<Subject*>(nullptr);
  if constexpr (Op::kind == OperationKind::Constructor) {
    Subject* object = Op::call(nobody, static_cast<A&&>(arguments)...);
    owner = {object, nullptr, nullptr};
    return object;
  } else if constexpr (std::is_same_v<std::remove_cv_t<Made>, Subject>) {
    auto* object = new Subject(Op::call(nobody, static_cast<A&&>(arguments)...));
    owner = {object, nullptr, nullptr};
    return object;
  } else if constexpr (std::is_reference_v<Made>) {
    return &Op::call(nobody, static_cast<A&&>(arguments)...);
  } else {
    return takeOver(Op::call(nobody, static_cast<A&&>(arguments)...), owner);
  }
}

template <typename Subject>
void destroy(void* object) {
  for (Owner& owner : owners) {
    if (owner.object != object || isCalledBack[&owner - owners])
      continue;
    owner.object = nullptr;
    if (owner.drop != nullptr)
      return owner.drop(owner.keeper);
    if constexpr (std::is_destructible_v<Subject>)
      return delete static_cast<Subject*>(object);
  }
}

// ---- running

HEDDLE_UNHOOKED inline void tellException(CallResult& result, const char* what) {
  const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
  result.ending = CallEnding::Threw;
  result.comparable = true;
  result.value = 0;
  result.exceptionType = type != nullptr ? type->name() : "";
  TextBuffer text(result.text, sizeof result.text);
  for (; *what != '\0' && !text.isFull(); ++what)
    putEscaped(text, *what, '\0');
}

template <typename T, typename Returned>
void foldReturned(Folder& folder, Returned& returned, const Scene& scene) {
  if constexpr (!std::is_volatile_v<Returned>)
    fold<T>(folder, returned, scene);
  else if constexpr (std::is_scalar_v<T>)
    fold<T>(folder, static_cast<T>(returned), scene);
  else
    folder.incomparable();
}

template <typename... P, bool Keeps>
constexpr auto argumentsFor(Types<P...>, std::bool_constant<Keeps>)
    -> std::type_identity<std::tuple<Argument<P, Keeps>...>>;

template <typename Op>
using Arguments = typename decltype(argumentsFor(typename Op::Parameters(),
                                                 std::bool_constant<makesObject<Op>>()))::type;

template <typename Op, typename Subject, std::size_t... Index>
void perform(Scene& scene, const Call& call, CallResult& result, std::index_sequence<Index...>) {
  Arguments<Op> arguments(Wanted{call.choices[Index], scene}...);
  void* object = nullptr;
  if constexpr (Op::kind == OperationKind::Method)
    object = scene.self();
  if (scene.refused) {
    result.ending = CallEnding::Refused;
    return;
  }
  Folder folder(result);
  if constexpr (makesObject<Op>) {
    Owner& owner = owners[call.receiver];
    owner = {};
    scene.objects[call.receiver] =
        makeObject<Op, Subject>(owner, std::get<Index>(arguments).get()...);
  } else {
    auto& self = *static_cast<Subject*>(object);
    using Returned = decltype(Op::call(self, std::get<Index>(arguments).get()...));
    if constexpr (std::is_void_v<Returned>) {
      Op::call(self, std::get<Index>(arguments).get()...);
    } else {
      Returned&& returned = Op::call(self, std::get<Index>(arguments).get()...);
      foldReturned<std::remove_cvref_t<Returned>>(folder, returned, scene);
      if constexpr (comesBack<std::remove_cvref_t<Returned>>())
        remember<std::remove_cvref_t<Returned>>(returned, scene);
    }
    (std::get<Index>(arguments).foldOutput(folder, scene, Op::names[Index]), ...);
  }
  result.ending = CallEnding::Returned;
}

template <typename Op, typename Subject>
void run(void** objects, unsigned lane, const Call& call, CallResult& result) {
  Scene scene{objects, call.receiver, lane};
  try {
    perform<Op, Subject>(scene, call, result, std::make_index_sequence<Op::Parameters::size>());
  } catch (const __cxxabiv1::__forced_unwind&) {
    throw; // the thread is being cancelled or has called pthread_exit
  } catch (const std::exception& exception) {
    tellException(result, exception.what());
  } catch (...) {
    tellException(result, "");
  }
}

// ---- writing

template <typename Op, std::size_t Index>
HEDDLE_UNHOOKED void writeArgument(const Call& call, Writer& writer) {
  if constexpr (Index > 0)
    writer.out.put(", ");
  std::tuple_element_t<Index, Arguments<Op>>::write(
      call.choices[Index], writer, {Op::names[Index], Op::overloaded, Op::lvalues[Index]});
}

template <typename Op, std::size_t... Index>
HEDDLE_UNHOOKED void writePattern(const Call& call, Writer& writer, std::index_sequence<Index...>) {
  std::string_view pattern = Op::pattern;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      writer.out.put(pattern[i]);
      continue;
    }
    switch (pattern[++i]) {
    case 's':
      writer.self();
      break;
    case 'a':
      (writeArgument<Op, Index>(call, writer), ...);
      break;
    default:
      writer.out.put(pattern[i]);
    }
  }
}

template <typename Op, typename Subject, typename... P>
constexpr auto returnedBy(Types<P...>) -> std::remove_cvref_t<decltype(Op::call(
    std::declval<Subject&>(), std::declval<Argument<P, makesObject<Op>>&>().get()...))>;

template <typename Op, typename Subject>
HEDDLE_UNHOOKED unsigned write(const Call& call, char* out, unsigned capacity) {
  char setUpSpace[2048];
  char space[2048];
  TextBuffer setUp(setUpSpace, sizeof setUpSpace);
  TextBuffer expression(space, sizeof space);
  Writer writer{setUp, expression, call.receiver};
  writePattern<Op>(call, writer, std::make_index_sequence<Op::Parameters::size>());
  TextBuffer whole(out, capacity);
  whole.put(setUp.text());
  if constexpr (!makesObject<Op>) {
    using Returned = decltype(returnedBy<Op, Subject>(typename Op::Parameters()));
    if constexpr (comesBack<Returned>()) {
      putEarlier<Returned>(whole);
      whole.put('=');
    }
  }
  whole.put(expression.text());
  return whole.length();
}

// ---- the table

template <typename Parameters, bool Keeps>
struct Choices;
template <typename... P, bool Keeps>
struct Choices<Types<P...>, Keeps> {
  static constexpr std::uint16_t counts[sizeof...(P) + 1] = {Argument<P, Keeps>::count...};
  static constexpr bool buildable = ((Argument<P, Keeps>::count > 0) && ...);
};

template <typename Op, typename Subject, typename... P>
constexpr bool isCallable(Types<P...>) {
  return requires(Subject& self, Argument<P, makesObject<Op>>&... arguments) {
    Op::call(self, arguments.get()...);
  };
}

template <typename Op>
constexpr const char* unsupportedReason() {
  if (Op::unsupported != nullptr)
    return Op::unsupported;
  using Numbers = Choices<typename Op::Parameters, makesObject<Op>>;
  for (std::size_t i = 0; i < Op::Parameters::size; ++i)
    if (Numbers::counts[i] == 0)
      return Op::unbuildable[i];
  return nullptr;
}

template <typename Op, typename Subject>
constexpr Operation entry() {
  Operation operation{};
  operation.name = Op::name;
  operation.signature = Op::signature;
  operation.kind = Op::kind;
  operation.isConst = Op::isConst;
  operation.parameterCount = Op::Parameters::size;
  if constexpr (Op::unsupported != nullptr) {
    operation.unsupported = Op::unsupported;
  } else if constexpr (unsupportedReason<Op>() != nullptr) {
    operation.unsupported = unsupportedReason<Op>();
  } else if constexpr (!isCallable<Op, Subject>(typename Op::Parameters())) {
    operation.unsupported = "call-not-allowed"; // a name in runtime/abi/messages.def
  } else {
    operation.choiceCounts = Choices<typename Op::Parameters, makesObject<Op>>::counts;
    operation.run = run<Op, Subject>;
    operation.write = write<Op, Subject>;
  }
  return operation;
}

template <typename Source, typename Subject>
constexpr abi::Invariant invariant() {
  return {Source::text,
          [](const void* object) { return Source::holds(*static_cast<const Subject*>(object)); }};
}

} // namespace heddle::harness
