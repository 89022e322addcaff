// SPDX-License-Identifier: Apache-2.0
// Table entries of the generated harness. For each operation the front end writes a class:
//
//   struct heddle_op_3 {
//     using Parameters = ::heddle::harness::Types<const std::string&>;
//     static constexpr const char* names[] = {"text"};                      // of the parameters
//     static constexpr bool lvalues[] = {false};    // an overload takes this parameter by rvalue reference
//     static constexpr const char* unbuildable[] = {"no `...` can be made"}; // why not, for each parameter
//     static constexpr ... name, signature, kind, isConst, isPair, overloaded, notIn, mayFail, pattern, unsupported
//     template <typename S, typename... A>
//     static auto call(S& self, A&&... a) -> decltype(self.push(static_cast<A&&>(a)...));
//     template <typename R>
//     static bool hasFailed(const R& result);      // if mayFail: whether it failed without a reason, perhaps
//   };
//
// For a class with a destructor that acts there is an operation that destroys a result of an earlier call (kept.hpp):
//
//   struct heddle_op_4 { using Released = ...; static constexpr ... name, signature, kind, isConst, unsupported };
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
#include <heddle/detail/hints.hpp>
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

// What a client does with a reference that a call returned: it reads the object, and holds no lock. If another thread
// writes or frees it then, the reference has escaped. Only for calls that took a lock: others leave it to their
// clients to keep other threads out. The judge recognises these functions by their names (abi::kReferenceUse).
template <std::size_t Size>
[[gnu::noinline]] void useReference(const void* object) {
  char copy[Size];
  __builtin_memcpy(copy, object, Size);
  asm volatile("" : : "r"(copy) : "memory");
}
[[gnu::noinline]] inline void useReferenceOf(const char* data, std::size_t size) {
  char copy[kMostBytes];
  __builtin_memcpy(copy, data, size < sizeof copy ? size : sizeof copy);
  asm volatile("" : : "r"(copy) : "memory");
}

// A returned reference is not followed by the client, only its value is compared. It is read as it is when the call
// returns: no other thread runs in between. Text can be read only if a lock has kept others from changing it.
template <typename T>
HEDDLE_UNHOOKED void foldReferee(Folder& folder, const volatile T& referee) {
  if constexpr (std::is_same_v<T, bool>)
    foldBool(folder, referee);
  else if constexpr (std::is_integral_v<T>)
    foldInteger<T>(folder, referee);
  else if constexpr (std::is_floating_point_v<T>)
    foldReal(folder, static_cast<double>(referee));
  else if constexpr (std::is_enum_v<T>)
    foldEnum<T>(folder, referee);
  else if constexpr (std::is_pointer_v<T>)
    foldNull(folder, referee == nullptr);
  else
    folder.incomparable();
}

// Byte by byte: memcpy would be an access.
HEDDLE_UNHOOKED inline void foldView(Folder& folder, const char* data, std::size_t size) {
  char copy[kMostBytes];
  const std::size_t part = size < kMostBytes ? size : kMostBytes;
  for (std::size_t i = 0; i < part; ++i)
    copy[i] = static_cast<const volatile char*>(data)[i];
  folder.mix(size);
  folder.text().put('"');
  foldChunk(folder, copy, part);
  folder.text().put('"');
}

HEDDLE_UNHOOKED inline void foldTextView(Folder& folder, std::string_view view) {
  if (!heddle_rt_call_took_lock())
    return folder.incomparable();
  foldView(folder, view.data(), view.size());
  if (!view.empty())
    useReferenceOf(view.data(), view.size());
}

// The first fields of a string of libstdc++: its methods would produce events.
struct StringFields {
  const char* data;
  std::size_t size;
};
struct StringViewFields {
  std::size_t size;
  const char* data;
};

template <typename T>
HEDDLE_UNHOOKED void foldGuardedText(Folder& folder, const T& text) {
  using Fields = std::conditional_t<std::is_same_v<T, std::string>, StringFields, StringViewFields>;
  static_assert(sizeof(std::string) == 32 && sizeof(std::string_view) == 16, "another library");
  const auto& fields = reinterpret_cast<const volatile Fields&>(text);
  foldView(folder, fields.data, fields.size);
}

template <typename T>
HEDDLE_UNHOOKED void foldReference(Folder& folder, T& referee) {
  using Value = std::remove_cv_t<T>;
  const bool tookLock = heddle_rt_call_took_lock();
  if constexpr (TextLike<Value>) {
    if (tookLock)
      foldGuardedText<Value>(folder, referee);
    else
      folder.incomparable();
  } else {
    foldReferee<Value>(folder, referee);
  }
  if constexpr (!std::is_empty_v<Value> && sizeof(Value) <= kMostBytes)
    if (tookLock)
      useReference<sizeof(Value)>(const_cast<const Value*>(&referee));
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

HEDDLE_UNHOOKED inline void forgetCallbacks() {
  calledBack = {};
}

// Whether heddle's callbacks ran is a result as well.
template <bool IsVoid>
HEDDLE_UNHOOKED void foldCallbacks(Folder& folder) {
  if (!calledBack.surely && !(IsVoid && calledBack.perhaps))
    return;
  folder.mix(7);
  folder.text().put(folder.text().length() > 0 ? ", called back" : "called back");
}

template <typename... P, bool Keeps>
constexpr auto argumentsFor(Types<P...>, std::bool_constant<Keeps>)
    -> std::type_identity<std::tuple<Argument<P, Keeps>...>>;

template <typename Op>
using Arguments = typename decltype(argumentsFor(typename Op::Parameters(),
                                                 std::bool_constant<makesObject<Op>>()))::type;

// Whether the call failed without a reason, as its contract allows.
template <typename Op, typename T>
void noteFailure(Folder& folder, const T& returned) {
  if constexpr (Op::mayFail)
    folder.giveUp(Op::hasFailed(returned));
}

// A result that outlives the call. A guard does not: it is given up when the call is over, as if it were a part of it,
// because no other thread could continue before.
template <typename T>
HEDDLE_UNHOOKED void markMade(KeptResult<T>& kept) {
  kept.isAlive = true;
}
template <typename Op, typename T, typename Make>
void keepResult(Folder& folder, const Scene& scene, Make make) {
  auto* kept = new KeptResult<T>;
  ::new (static_cast<void*>(kept->storage)) T(make());
  markMade(*kept);
  foldReturned<T>(folder, kept->value(), scene);
  noteFailure<Op>(folder, kept->value());
  if constexpr (comesBack<T>())
    remember<T>(kept->value(), scene);
  if (heddle_rt_call_holds_lock())
    return KeptResult<T>::destroy(kept);
  heddle_keep(scene.lane, kept);
  if constexpr (isReleased<T>)
    noteLease(kept, scene.lane);
}

template <typename Op, typename Subject, typename Held, std::size_t... Index>
void callMethod(Folder& folder, Scene& scene, Held& arguments, std::index_sequence<Index...>) {
  auto& self = *static_cast<Subject*>(Op::kind == OperationKind::Method ? scene.self() : nullptr);
  using Returned = decltype(Op::call(self, std::get<Index>(arguments).get()...));
  using Value = std::remove_cvref_t<Returned>;
  if constexpr (std::is_void_v<Returned>) {
    Op::call(self, std::get<Index>(arguments).get()...);
  } else if constexpr (!std::is_reference_v<Returned> && acts<Value>) {
    keepResult<Op, Value>(folder, scene, [&]() -> Returned {
      return Op::call(self, std::get<Index>(arguments).get()...);
    });
  } else {
    Returned&& returned = Op::call(self, std::get<Index>(arguments).get()...);
    if constexpr (std::is_lvalue_reference_v<Returned> && !SubjectLike<Value>)
      foldReference(folder, returned);
    else if constexpr (std::is_same_v<Value, std::string_view>)
      foldTextView(folder, returned);
    else
      foldReturned<Value>(folder, returned, scene);
    noteFailure<Op>(folder, returned);
    if constexpr (comesBack<Value>())
      remember<Value>(returned, scene);
  }
  (std::get<Index>(arguments).foldOutput(folder, scene, Op::names[Index]), ...);
  foldCallbacks<std::is_void_v<Returned>>(folder);
}

template <typename Op, typename Subject, typename Held, std::size_t... Index>
void performWith(Held& arguments,
                 Scene& scene,
                 const Call& call,
                 CallResult& result,
                 std::index_sequence<Index...> indices) {
  if constexpr (Op::kind == OperationKind::Method)
    scene.self();
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
    callMethod<Op, Subject>(folder, scene, arguments, indices);
  }
  result.ending = CallEnding::Returned;
}

template <typename... P, bool Keeps>
constexpr bool someOutlive(Types<P...>, std::bool_constant<Keeps>) {
  return (Argument<P, Keeps>::outlives || ...);
}

template <typename Op, typename Subject, std::size_t... Index>
void perform(Scene& scene,
             const Call& call,
             CallResult& result,
             std::index_sequence<Index...> indices) {
  if constexpr (someOutlive(typename Op::Parameters(), std::bool_constant<makesObject<Op>>())) {
    auto* kept = new KeptArguments<Arguments<Op>>(Wanted{call.choices[Index], scene}...);
    heddle_keep(scene.lane, kept);
    performWith<Op, Subject>(kept->value, scene, call, result, indices);
  } else {
    Arguments<Op> arguments(Wanted{call.choices[Index], scene}...);
    performWith<Op, Subject>(arguments, scene, call, result, indices);
  }
}

template <typename Op, typename Subject>
void run(void** objects, unsigned lane, const Call& call, CallResult& result) {
  Scene scene{objects, call.receiver, lane};
  forgetCallbacks();
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

// Destroys what an earlier call returned.
template <typename Op>
void release(void**, unsigned lane, const Call&, CallResult& result) {
  auto* lease = takeLease<typename Op::Released>(lane);
  if (lease == nullptr) {
    result.ending = CallEnding::Refused;
    return;
  }
  forgetCallbacks();
  Folder folder(result);
  lease->end();
  foldCallbacks<true>(folder);
  result.ending = CallEnding::Returned;
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
constexpr auto returnedBy(Types<P...>) -> std::type_identity<decltype(Op::call(
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
    using Returned = typename decltype(returnedBy<Op, Subject>(typename Op::Parameters()))::type;
    using Value = std::remove_cvref_t<Returned>;
    constexpr bool isKept = !std::is_reference_v<Returned> && acts<Value>;
    if constexpr (isKept || comesBack<Value>()) {
      putEarlier<Value>(whole);
      whole.put(isKept ? ":=" : "=");
    }
  }
  whole.put(expression.text());
  return whole.length();
}

template <typename Op>
HEDDLE_UNHOOKED unsigned writeRelease(const Call&, char* out, unsigned capacity) {
  TextBuffer text(out, capacity);
  putEarlier<typename Op::Released>(text);
  text.put(".reset()");
  return text.length();
}

// ---- the table

template <typename Parameters, bool Keeps>
struct Traits;
template <typename... P, bool Keeps>
struct Traits<Types<P...>, Keeps> {
  HEDDLE_UNHOOKED static abi::ValueTrait of(unsigned parameter, unsigned choice) {
    auto trait = abi::ValueTrait::Plain;
    [[maybe_unused]] unsigned index = 0;
    ((index++ == parameter ? void(trait = Argument<P, Keeps>::trait(choice)) : void()), ...);
    return trait;
  }
};

template <typename Parameters, bool Keeps>
struct Choices;
template <typename... P, bool Keeps>
struct Choices<Types<P...>, Keeps> {
  static constexpr std::uint16_t counts[sizeof...(P) + 1] = {Argument<P, Keeps>::count...};
  static constexpr std::uint16_t wideCounts[sizeof...(P) + 1] = {
      wideCount<Argument<P, Keeps>>()...};
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

template <typename Op>
constexpr Operation described() {
  Operation operation{};
  operation.name = Op::name;
  operation.signature = Op::signature;
  operation.kind = Op::kind;
  operation.isConst = Op::isConst;
  return operation;
}

template <typename Op>
constexpr Operation releasingEntry() {
  Operation operation = described<Op>();
  operation.unsupported = Op::unsupported;
  if constexpr (Op::unsupported == nullptr) {
    operation.choiceCounts = Choices<Types<>, false>::counts;
    operation.wideChoiceCounts = Choices<Types<>, false>::wideCounts;
    operation.run = release<Op>;
    operation.write = writeRelease<Op>;
  }
  return operation;
}

template <typename Op, typename Subject>
constexpr Operation entry() {
  Operation operation = described<Op>();
  operation.notIn = Op::notIn;
  operation.isPair = Op::isPair;
  operation.parameterCount = Op::Parameters::size;
  if constexpr (Op::unsupported != nullptr) {
    operation.unsupported = Op::unsupported;
  } else if constexpr (unsupportedReason<Op>() != nullptr) {
    operation.unsupported = unsupportedReason<Op>();
  } else if constexpr (!isCallable<Op, Subject>(typename Op::Parameters())) {
    operation.unsupported = "call-not-allowed"; // a name in runtime/abi/messages.def
  } else {
    operation.choiceCounts = Choices<typename Op::Parameters, makesObject<Op>>::counts;
    operation.wideChoiceCounts = Choices<typename Op::Parameters, makesObject<Op>>::wideCounts;
    operation.run = run<Op, Subject>;
    operation.write = write<Op, Subject>;
    operation.traitOf = Traits<typename Op::Parameters, makesObject<Op>>::of;
  }
  return operation;
}

template <typename Source, typename Subject>
constexpr abi::Invariant invariant() {
  return {Source::text,
          [](const void* object) { return Source::holds(*static_cast<const Subject*>(object)); }};
}

} // namespace heddle::harness
