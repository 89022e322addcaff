// SPDX-License-Identifier: Apache-2.0
// Locks: what takes and releases them, by the rules of the standard library, Boost and POSIX.
#include <clang/AST/Attr.h>

#include "frontend/summary/body_walker.h"
#include "frontend/summary/libraries/library_table.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/lock_calls.h"

namespace heddle::frontend {

LockUses BodyWalker::earlyHeld(std::size_t scope) const {
  LockUses locks;
  for (const auto& [lock, held] : state_.held)
    if (held.isEarly[scope])
      locks.emplace(lock, held.isShared);
  return locks;
}

// Locks that keep calls on this other object away.
LockUses BodyWalker::heldOver(PlaceId object) const {
  LockUses locks;
  for (const auto& [lock, held] : state_.held)
    if (places_.wholeOf(lock) == object ? held.isFirst
                                        : held.isEarly[kChanging] && places_.isStatic(lock))
      locks.emplace(lock, held.isShared);
  return locks;
}

// Which locks an expression can stand for. Blocks of memory become the fields that hold them.
PlaceSet BodyWalker::lockPlaces(const PlaceSet& candidates) {
  PlaceSet locks, outside;
  for (PlaceId candidate : candidates)
    for (PlaceId place : places_.named(candidate)) {
      const Place& self = places_[place];
      if (self.kind == PlaceKind::Outside)
        outside.insert(place);
      else if (self.kind == PlaceKind::Field || self.kind == PlaceKind::Static ||
               self.kind == PlaceKind::Element || self.kind == PlaceKind::Pointee)
        locks.insert(place);
    }
  // Contents of a local object are mixed: only what can be locked counts.
  if (locks.size() > 1) {
    PlaceSet exact;
    for (PlaceId lock : locks)
      if (isLockType(places_[lock].type))
        exact.insert(lock);
    if (!exact.empty())
      locks = std::move(exact);
  }
  return locks.empty() ? outside : locks;
}

void BodyWalker::waitForOthers(const LockUse& inner) {
  effect_.taken.insert(inner);
  for (const auto& [outer, isShared] : state_.maybeHeld) {
    const Place& place = places_[inner.lock];
    const bool isMany =
        place.kind == PlaceKind::Element ||
        (place.kind == PlaceKind::Field &&
         (places_[place.parent].isMany || places_[place.parent].kind == PlaceKind::Element));
    if (outer != inner.lock || isMany)
      effect_.doubleLocks.insert({LockUse{.lock = outer, .isShared = isShared}, inner});
  }
}

void BodyWalker::hold(const PlaceSet& locks,
                      const clang::Stmt* origin,
                      bool isShared,
                      bool isSure) {
  for (PlaceId lock : locks) {
    const auto [place, isNew] = state_.maybeHeld.try_emplace(lock, isShared);
    if (!isNew)
      place->second = place->second && isShared;
  }
  if (!isSure || locks.size() != 1)
    return;
  const PlaceId lock = *locks.begin();
  if (const auto known = state_.held.find(lock); known != state_.held.end()) {
    ++known->second.depth;
    return;
  }
  Held held;
  held.isShared = isShared;
  held.origin = origin;
  held.isFirst = !state_.touched.contains(places_.wholeOf(lock));
  for (std::size_t scope = 0; scope < kScopes; ++scope)
    held.isEarly[scope] = !state_.hasAccessed[scope];
  state_.held.emplace(lock, held);
}

void BodyWalker::acquire(const PlaceSet& candidates,
                         const clang::Stmt* origin,
                         bool isShared,
                         bool isTry) {
  const PlaceSet locks = lockPlaces(candidates);
  if (!isTry)
    for (PlaceId lock : locks)
      waitForOthers({.lock = lock, .isShared = isShared});
  hold(locks, origin, isShared, !isTry);
}

// std::lock backs off when it would have to wait: there is no order among its locks.
void BodyWalker::acquireTogether(const std::vector<Lockable>& candidates,
                                 const clang::Stmt* origin) {
  const LockUses maybeBefore = state_.maybeHeld;
  const HeldLocks before = state_.held;
  LockUses maybeTogether = maybeBefore;
  HeldLocks together = before;
  for (const Lockable& each : candidates) {
    state_.maybeHeld = maybeBefore;
    state_.held = before;
    lockObject(each.places, origin, each.isShared, false);
    maybeTogether.insert(state_.maybeHeld.begin(), state_.maybeHeld.end());
    together.insert(state_.held.begin(), state_.held.end());
  }
  state_.maybeHeld = std::move(maybeTogether);
  state_.held = std::move(together);
}

void BodyWalker::releaseOne(PlaceId lock) {
  const auto known = state_.held.find(lock);
  if (known == state_.held.end())
    effect_.released.emplace(lock, false);
  else if (--known->second.depth > 0)
    return;
  else
    state_.held.erase(known);
  state_.maybeHeld.erase(lock);
}

void BodyWalker::release(const PlaceSet& candidates) {
  const PlaceSet locks = lockPlaces(candidates);
  for (PlaceId lock : locks)
    releaseOne(lock);
}

std::optional<Value> BodyWalker::callLock(const Call& call) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (method == nullptr || method->isStatic())
    return callLockFunction(call);
  switch (libraryTypeOf(*method->getParent())) {
  case LibraryType::Mutex:
    return callMutex(call);
  case LibraryType::Guard:
    return callGuard(call);
  case LibraryType::Condition:
    return callCondition(call);
  default:
    return std::nullopt;
  }
}

std::optional<Value> BodyWalker::callMutex(const Call& call) {
  switch (lockCallOf(*call.function)) {
  case LockCall::Lock:
    acquire(call.self, call.expression, false, false);
    break;
  case LockCall::TryLock:
    acquire(call.self, call.expression, false, true);
    break;
  case LockCall::LockShared:
    acquire(call.self, call.expression, true, false);
    break;
  case LockCall::TryLockShared:
    acquire(call.self, call.expression, true, true);
    break;
  case LockCall::Unlock:
  case LockCall::UnlockShared:
    release(call.self);
    break;
  case LockCall::None:
    break;
  }
  return Value{};
}

// Waiting gives the lock up and takes it again: others come in between.
std::optional<Value> BodyWalker::callCondition(const Call& call) {
  if (!has(whatDoes(*call.function), Does::WaitsWithLock) || call.arguments.empty())
    return Value{};
  PlaceSet locks;
  for (PlaceId guard : call.arguments[0].at)
    for (const auto& [lock, owned] : ownedBy(guard))
      locks.insert(lock);
  locks = lockPlaces(locks);
  callCallables(call);
  for (PlaceId lock : locks) {
    if (state_.held.erase(lock) == 0)
      effect_.released.emplace(lock, false);
    state_.maybeHeld.erase(lock);
    waitForOthers({.lock = lock, .isShared = false});
    state_.maybeHeld.emplace(lock, false);
  }
  // The condition is looked at again after each wait.
  state_.hasAccessed.fill(true);
  callCallables(call);
  return Value{};
}

std::optional<Value> BodyWalker::callLockFunction(const Call& call) {
  const Does does = whatDoes(*call.function);
  if (has(does, Does::WaitsWithLock) && call.arguments.size() > 1) {
    for (PlaceId lock : lockPlaces(call.arguments[1].to)) {
      if (state_.held.erase(lock) == 0)
        effect_.released.emplace(lock, false);
      waitForOthers({.lock = lock, .isShared = false});
    }
    return Value{};
  }
  if (has(does, Does::CallsOnce) && call.arguments.size() > 1) {
    acquire(call.arguments[0].at, call.expression, false, false);
    callCallables(call);
    release(call.arguments[0].at);
    return Value{};
  }
  const bool isSure = has(does, Does::LocksAll);
  if ((isSure || has(does, Does::TriesToLockAll)) && call.arguments.size() > 1) {
    std::vector<Lockable> mutexes;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const clang::CXXRecordDecl* record = recordOf(call.argumentExpressions[i]->getType());
      const bool isShared = record != nullptr && isSharedGuard(*record);
      // A guard stands for its mutex.
      PlaceSet all;
      for (PlaceId each : call.arguments[i].at) {
        if (!places_.isLocal(each)) {
          all.insert(each);
          continue;
        }
        const PlaceSet locks = lockPlaces(places_.load(each));
        OwnedLocks owned;
        for (PlaceId lock : locks)
          owned.emplace(lock, Owned{.isShared = isShared, .isSure = isSure && locks.size() == 1});
        state_.guards[each] = owned;
        all.insert(locks.begin(), locks.end());
      }
      mutexes.push_back({.places = std::move(all), .isShared = isShared});
    }
    if (isSure)
      acquireTogether(mutexes, call.expression);
    else
      for (const Lockable& each : mutexes)
        lockObject(each.places, call.expression, each.isShared, true);
    return Value{};
  }
  if (lockCallOf(*call.function) == LockCall::None || call.arguments.empty())
    return std::nullopt;
  Call onMutex = call;
  onMutex.self = call.arguments[0].to;
  return callMutex(onMutex);
}

// What thread-safety attributes say about a function whose body is not seen.
void BodyWalker::followAttributes(const Call& call) {
  const auto places = [&](clang::Expr* const* first, clang::Expr* const* last) {
    PlaceSet locks;
    for (; first != last; ++first)
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>((*first)->IgnoreParenImpCasts()))
        if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()))
          for (PlaceId self : call.self)
            locks.insert(places_.field(self, *field));
    return locks.empty() ? call.self : locks;
  };
  for (const auto* attribute : call.function->specific_attrs<clang::AcquireCapabilityAttr>())
    acquire(places(attribute->args_begin(), attribute->args_end()),
            call.expression,
            attribute->isShared(),
            false);
  for (const auto* attribute : call.function->specific_attrs<clang::TryAcquireCapabilityAttr>())
    acquire(places(attribute->args_begin(), attribute->args_end()),
            call.expression,
            attribute->isShared(),
            true);
  for (const auto* attribute : call.function->specific_attrs<clang::ReleaseCapabilityAttr>())
    release(places(attribute->args_begin(), attribute->args_end()));
}

} // namespace heddle::frontend
