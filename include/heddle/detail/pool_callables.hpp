// SPDX-License-Identifier: Apache-2.0
// Recipes for callables: one that does nothing, one that throws, some that call back into the object under test or its
// peer, and an empty one. The third and fourth kind reveal faults of classes that call back while they hold a lock.
#pragma once

#include <functional>
#include <heddle/detail/calls.h>
#include <heddle/detail/pool.hpp>
#include <stdexcept>

namespace heddle::harness {

// The return value of a callable that does nothing else.
template <typename R>
inline constexpr bool isReturnable = std::is_void_v<R>;
template <typename R>
  requires(!std::is_void_v<R> && !std::is_reference_v<R>)
inline constexpr bool isReturnable<R> = Recipes<std::remove_cv_t<R>, 1>::count > 0;

template <typename R>
HEDDLE_UNHOOKED R returnSomething() {
  if constexpr (!std::is_void_v<R>) {
    Scene nobody{nullptr, 0};
    return Recipes<std::remove_cv_t<R>, 1>::make(0, nobody);
  }
}

// The callable that does nothing, except for telling that it ran.
template <typename R>
HEDDLE_UNHOOKED R doNothing() {
  if constexpr (std::is_void_v<R>)
    noteCallback();
  else
    return returnSomething<R>();
}

// Objects that are called by a callback which was passed to their peer. They are never destroyed: a thread of the peer
// may run the callback at any time, and keeping its object alive for that long is the responsibility of the client.
inline bool isCalledBack[abi::kMaxObjects];

enum class Behaviour { Nothing, Throws, Reenters, CallsPeer, Absent };

struct Callable {
  Behaviour behaviour;
  unsigned method; // Reenters, CallsPeer: which of Generated::reenterTexts

  constexpr abi::ValueTrait trait(bool reenteringAsks) const {
    switch (behaviour) {
    case Behaviour::Throws:
      return abi::ValueTrait::Throws;
    case Behaviour::CallsPeer:
      return abi::ValueTrait::CallsPeer;
    case Behaviour::Reenters:
      return reenteringAsks ? abi::ValueTrait::Plain : abi::ValueTrait::Changes;
    default:
      return abi::ValueTrait::Plain;
    }
  }

  constexpr bool callsAnObject() const {
    return behaviour == Behaviour::Reenters || behaviour == Behaviour::CallsPeer;
  }
  // The address of the object that it calls. A peer must have been constructed before.
  HEDDLE_UNHOOKED void** object(Scene& scene) const {
    if (behaviour != Behaviour::CallsPeer)
      return scene.objects + scene.receiver;
    scene.peer();
    isCalledBack[1 - scene.receiver] = true;
    return scene.objects + (1 - scene.receiver);
  }
};

// Two methods of the peer, a reader and another one: more would leave too little room for other values.
inline constexpr unsigned kPeerMethods = 2;

// The callables that return R, in the order of their recipes.
template <typename R, unsigned Methods>
constexpr auto callables() {
  struct {
    Callable list[Methods + kPeerMethods + 3] = {};
    unsigned count = 0;
  } result;
  if (isReturnable<R>)
    result.list[result.count++] = {Behaviour::Nothing, 0};
  result.list[result.count++] = {Behaviour::Throws, 0};
  for (unsigned i = 0; isReturnable<R> && i < Methods; ++i)
    result.list[result.count++] = {Behaviour::Reenters, i};
  for (unsigned i = 0; isReturnable<R> && i < Methods && i < kPeerMethods; ++i)
    result.list[result.count++] = {Behaviour::CallsPeer, i};
  result.list[result.count++] = {Behaviour::Absent, 0};
  return result;
}

template <typename R>
HEDDLE_UNHOOKED void writeBody(const Callable& callable, Writer& writer) {
  const unsigned before = writer.out.length();
  writer.out.put(" { ");
  if (callable.behaviour == Behaviour::Throws)
    return writer.out.put("throw std::runtime_error(\"callback\"); }");
  if (callable.callsAnObject()) {
    writer.out.put("(void)");
    callable.behaviour == Behaviour::Reenters ? writer.self() : writer.peer();
    writer.out.put('.');
    if constexpr (Given<R>::reenterTexts.size() > 0)
      writer.out.put(Given<R>::reenterTexts[callable.method]);
    writer.out.put("; ");
  }
  if constexpr (isReturnable<R> && !std::is_void_v<R>) {
    writer.out.put("return ");
    Recipes<std::remove_cv_t<R>, 1>::write(0, writer);
    writer.out.put("; ");
  }
  if (writer.out.length() == before + 3)
    writer.out.shorten(1);
  writer.out.put('}');
}

// The object is looked up when the callable is called: there is no object while it is under construction.
template <typename R>
struct Reenter {
  void** object;
  unsigned long method; // as wide as the pointer: padding would be part of the object's state
  template <typename... A>
  R operator()(A&&...) const {
    if (*object != nullptr)
      Given<R>::reenter(*static_cast<typename Given<R>::Subject*>(*object),
                        static_cast<unsigned>(method));
    return returnSomething<R>();
  }
};

template <typename R, typename... A, int Depth>
struct Pool<std::function<R(A...)>, Depth> {
  using Whole = std::function<R(A...)>;
  static constexpr auto kCallables = callables<R, Given<R>::reenterTexts.size()>();
  static constexpr unsigned count = kCallables.count;
  static constexpr abi::ValueTrait trait(unsigned choice) {
    return kCallables.list[choice].trait(Given<R>::reenteringAsks);
  }

  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene& scene) {
    switch (kCallables.list[choice].behaviour) {
    case Behaviour::Nothing:
      if constexpr (isReturnable<R>)
        return [](A...) -> R { return doNothing<R>(); };
      break;
    case Behaviour::Throws:
      return [](A...) -> R { throw std::runtime_error("callback"); };
    case Behaviour::Reenters:
    case Behaviour::CallsPeer:
      if constexpr (isReturnable<R>)
        return Reenter<R>{kCallables.list[choice].object(scene), kCallables.list[choice].method};
      break;
    case Behaviour::Absent:
      break;
    }
    return nullptr;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    const Callable callable = kCallables.list[choice];
    const Behaviour behaviour = callable.behaviour;
    if (behaviour == Behaviour::Absent)
      return writer.out.put("nullptr");
    writer.out.put(callable.callsAnObject() ? "[&](auto&&...)" : "[](auto&&...)");
    if (behaviour == Behaviour::Throws && !std::is_void_v<R>) {
      writer.out.put(" -> ");
      putType<R>(writer.out);
    }
    writeBody<R>(callable, writer);
  }
};

// For a parameter of unknown callable type. It returns true, which suits a predicate and is harmless otherwise.
struct AnyCallable {
  Callable callable;
  void** object;

  template <typename... A>
  bool operator()(A&&...) const {
    using Unit = Given<Types<A...>>;
    if (callable.behaviour == Behaviour::Nothing)
      noteUntypedCallback();
    if (callable.behaviour == Behaviour::Throws)
      throw std::runtime_error("callback");
    if (callable.callsAnObject() && *object != nullptr)
      Unit::reenter(*static_cast<typename Unit::Subject*>(*object), callable.method);
    return true;
  }
};
template <>
inline constexpr bool isUnnamed<AnyCallable> = true;

template <int Depth>
struct Pool<AnyCallable, Depth> {
  using Function = Pool<std::function<bool()>, Depth>;
  static constexpr unsigned count = Function::count - 1; // there is no empty one
  static constexpr abi::ValueTrait trait(unsigned choice) { return Function::trait(choice); }
  HEDDLE_UNHOOKED static AnyCallable make(unsigned choice, Scene& scene) {
    const Callable callable = Function::kCallables.list[choice];
    return {callable, callable.object(scene)};
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    Function::write(choice, writer);
  }
};

// A plain function cannot refer to the object.
template <typename R, typename... A, int Depth>
struct Pool<R (*)(A...), Depth> {
  using Whole = R (*)(A...);
  static constexpr auto kCallables = callables<R, 0>();
  static constexpr unsigned count = kCallables.count;
  static constexpr abi::ValueTrait trait(unsigned choice) {
    return kCallables.list[choice].trait(Given<R>::reenteringAsks);
  }

  HEDDLE_UNHOOKED static Whole make(unsigned choice, Scene&) {
    switch (kCallables.list[choice].behaviour) {
    case Behaviour::Nothing:
      if constexpr (isReturnable<R>)
        return [](A...) -> R { return doNothing<R>(); };
      break;
    case Behaviour::Throws:
      return [](A...) -> R { throw std::runtime_error("callback"); };
    default:
      break;
    }
    return nullptr;
  }
  HEDDLE_UNHOOKED static void write(unsigned choice, Writer& writer) {
    const Callable callable = kCallables.list[choice];
    const Behaviour behaviour = callable.behaviour;
    if (behaviour == Behaviour::Absent)
      return writer.out.put("nullptr");
    writer.out.put("[](");
    unsigned index = 0;
    ((writer.out.put(index++ > 0 ? ", " : ""), putType<A>(writer.out)), ...);
    writer.out.put(") -> ");
    putType<R>(writer.out);
    writeBody<R>(callable, writer);
  }
};

} // namespace heddle::harness
