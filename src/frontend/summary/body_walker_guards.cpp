// SPDX-License-Identifier: Apache-2.0
// Guards, which own locks, and lockable classes of the user.
#include "frontend/summary/body_walker.h"
#include "frontend/summary/libraries/library_table.h"
#include "frontend/summary/library_types.h"
#include "frontend/summary/lock_calls.h"

namespace heddle::frontend {
namespace {

ClassKind kindOfArgument(const clang::Expr& argument) {
  const clang::CXXRecordDecl* record = recordOf(argument.getType());
  return record == nullptr ? ClassKind::None : kindOf(*record);
}

LockCall lockingOf(bool isShared, bool isTry) {
  if (isShared)
    return isTry ? LockCall::TryLockShared : LockCall::LockShared;
  return isTry ? LockCall::TryLock : LockCall::Lock;
}

} // namespace

// Calls the member of the user's class for those that are not mutexes, and returns the others.
PlaceSet BodyWalker::callOnOwnTypes(const PlaceSet& candidates, LockCall call) {
  PlaceSet plain;
  for (PlaceId candidate : candidates) {
    const Place place = places_[candidate];
    const clang::CXXRecordDecl* record = recordOf(place.type);
    if (record == nullptr || places_.isOpaque(*record) || place.kind == PlaceKind::Local)
      plain.insert(candidate);
    else if (record->hasDefinition())
      callMember(*record, memberName(call), candidate);
  }
  return plain;
}

// Locks a mutex, or an object of a user class with lock() and unlock().
void BodyWalker::lockObject(const PlaceSet& candidates,
                            const clang::Stmt* origin,
                            bool isShared,
                            bool isTry) {
  acquire(callOnOwnTypes(candidates, lockingOf(isShared, isTry)), origin, isShared, isTry);
}

void BodyWalker::unlockObject(const PlaceSet& candidates, bool isShared) {
  release(callOnOwnTypes(candidates, isShared ? LockCall::UnlockShared : LockCall::Unlock));
}

// A custom lock, such as a spin lock, does not take a lock that is known. Then it is a lock itself, and its holder
// can make others wait. Only executions can show that it protects memory.
void BodyWalker::followOwnLock(const clang::CXXMethodDecl& method,
                               const PlaceSet& self,
                               const Effect& effect) {
  const LockCall call = ownLockCallOf(method);
  if (call == LockCall::None || !effect.maybeKept.empty() || !effect.released.empty())
    return;
  for (PlaceId lock : lockPlaces(self)) {
    if (isUnlock(call)) {
      state_.maybeHeld.erase(lock);
      continue;
    }
    if (!isTry(call))
      waitForOthers({.lock = lock, .isShared = isShared(call)});
    state_.maybeHeld.try_emplace(lock, isShared(call));
  }
}

OwnedLocks BodyWalker::ownedBy(PlaceId guard) {
  if (const auto known = state_.guards.find(guard); known != state_.guards.end())
    return known->second;
  // Created elsewhere: it may own any lock that it was ever given.
  OwnedLocks owned;
  for (PlaceId lock : lockPlaces(places_.load(guard)))
    owned.emplace(lock, Owned{.isShared = false, .isSure = false});
  return owned;
}

void BodyWalker::releaseGuard(PlaceId guard) {
  for (const auto& [lock, owned] : ownedBy(guard))
    unlockObject({lock}, owned.isShared);
  state_.guards.erase(guard);
}

Value BodyWalker::constructGuard(const clang::CXXConstructExpr& expression) {
  const PlaceId guard = places_.local(&expression, number_, expression.getType());
  const clang::CXXConstructorDecl& constructor = *expression.getConstructor();
  const bool isShared = isSharedGuard(*constructor.getParent());
  OwnedLocks owned;
  if (constructor.isMoveConstructor()) {
    for (PlaceId source : valueOf(expression.getArg(0)).at) {
      owned.merge(ownedBy(source));
      places_.store(guard, places_.load(source));
      state_.guards[source] = {};
    }
    state_.guards[guard] = std::move(owned);
    return {.at = {}, .to = places_.load(guard)};
  }
  std::vector<Lockable> mutexes;
  bool isDeferred = false, isAdopted = false, isTry = false;
  for (const clang::Expr* argument : expression.arguments()) {
    const Value& value = valueOf(argument);
    const ClassKind kind = kindOfArgument(*argument);
    if (kind == ClassKind::DeferLock)
      isDeferred = true;
    else if (kind == ClassKind::AdoptLock)
      isAdopted = true;
    else if (kind == ClassKind::TryToLock)
      isTry = true;
    else if (!value.at.empty())
      mutexes.push_back({.places = value.at, .isShared = isShared});
  }
  for (const Lockable& mutex : mutexes)
    places_.store(guard, mutex.places);
  if (!isDeferred && !isAdopted) {
    if (mutexes.size() > 1)
      acquireTogether(mutexes, &expression);
    else if (mutexes.size() == 1)
      lockObject(mutexes.front().places, &expression, isShared, isTry);
  }
  if (!isDeferred)
    for (const Lockable& mutex : mutexes)
      for (PlaceId lock : mutex.places)
        owned.emplace(lock,
                      Owned{.isShared = isShared, .isSure = !isTry && mutex.places.size() == 1});
  state_.guards[guard] = std::move(owned);
  return {.at = {}, .to = places_.load(guard)};
}

std::optional<Value> BodyWalker::callGuard(const Call& call) {
  const auto& record = *llvm::cast<clang::CXXMethodDecl>(call.function)->getParent();
  const bool isShared = isSharedGuard(record);
  const LockCall lockCall = lockCallOf(*call.function);
  const Does does = whatDoes(*call.function);
  for (PlaceId guard : call.self) {
    switch (lockCall) {
    case LockCall::Lock:
    case LockCall::TryLock: {
      const bool isTry = lockCall == LockCall::TryLock;
      const PlaceSet locks = lockPlaces(places_.load(guard));
      lockObject(locks, call.expression, isShared, isTry);
      OwnedLocks owned;
      for (PlaceId lock : locks)
        owned.emplace(lock, Owned{.isShared = isShared, .isSure = !isTry && locks.size() == 1});
      state_.guards[guard] = std::move(owned);
      break;
    }
    case LockCall::Unlock:
      releaseGuard(guard);
      state_.guards[guard] = {};
      break;
    default:
      if (has(does, Does::LetsGo)) {
        state_.guards[guard] = {};
        return Value{.at = {}, .to = places_.load(guard)};
      }
      if (has(does, Does::NamesLock))
        return Value{.at = {}, .to = places_.load(guard)};
      if (has(does, Does::TakesOver) && !call.arguments.empty()) {
        releaseGuard(guard);
        for (PlaceId source : call.arguments[0].at) {
          state_.guards[guard].merge(ownedBy(source));
          places_.store(guard, places_.load(source));
          state_.guards[source] = {};
        }
        if (call.arguments[0].at.empty() && !call.argumentExpressions.empty()) {
          const PlaceId source = placeOfValue(*call.argumentExpressions[0]);
          state_.guards[guard] = ownedBy(source);
          state_.guards[source] = {};
        }
        return Value{.at = call.self, .to = {}};
      }
      break;
    }
  }
  return Value{};
}

} // namespace heddle::frontend
