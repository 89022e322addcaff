// SPDX-License-Identifier: Apache-2.0
// Locks: what takes and releases them, by the rules of the standard library, Boost and POSIX.
#include <clang/AST/Attr.h>
#include <llvm/ADT/StringSwitch.h>

#include "frontend/summary/body_walker.h"
#include "frontend/summary/library_types.h"

namespace heddle::frontend {
namespace {

enum class LockCall { None, Lock, TryLock, Unlock, LockShared, TryLockShared, UnlockShared };

LockCall lockCallOf(llvm::StringRef name) {
  return llvm::StringSwitch<LockCall>(name)
      .Case("lock", LockCall::Lock)
      .Case("unlock", LockCall::Unlock)
      .Cases("try_lock", "try_lock_for", "try_lock_until", LockCall::TryLock)
      .Case("lock_shared", LockCall::LockShared)
      .Case("unlock_shared", LockCall::UnlockShared)
      .Cases("try_lock_shared",
             "try_lock_shared_for",
             "try_lock_shared_until",
             LockCall::TryLockShared)
      .Cases("pthread_mutex_lock",
             "pthread_rwlock_wrlock",
             "pthread_spin_lock",
             "mtx_lock",
             LockCall::Lock)
      .Case("pthread_rwlock_rdlock", LockCall::LockShared)
      .Cases("pthread_mutex_trylock",
             "pthread_mutex_timedlock",
             "pthread_rwlock_trywrlock",
             "pthread_rwlock_timedwrlock",
             "pthread_spin_trylock",
             "mtx_trylock",
             LockCall::TryLock)
      .Cases("pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock", LockCall::TryLockShared)
      .Cases("pthread_mutex_unlock",
             "pthread_rwlock_unlock",
             "pthread_spin_unlock",
             "mtx_unlock",
             LockCall::Unlock)
      .Default(LockCall::None);
}

bool isTag(const clang::Expr& argument, llvm::StringRef name) {
  const clang::CXXRecordDecl* record = recordOf(argument.getType());
  return record != nullptr && record->getIdentifier() != nullptr && record->getName() == name;
}

bool isSharedGuard(const clang::CXXRecordDecl& record) {
  return record.getName() == "shared_lock";
}

} // namespace

LockUses BodyWalker::earlyHeld(std::size_t scope) const {
  LockUses locks;
  for (const auto& [lock, held] : state_.held)
    if (held.isEarly[scope])
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
      effect_.doubleLocks.insert({LockUse{outer, isShared}, inner});
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
void BodyWalker::acquireTogether(const std::vector<PlaceSet>& candidates,
                                 const clang::Stmt* origin) {
  for (const PlaceSet& each : candidates)
    for (PlaceId lock : lockPlaces(each))
      waitForOthers({.lock = lock, .isShared = false});
  for (const PlaceSet& each : candidates)
    hold(lockPlaces(each), origin, false, true);
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

// Of a mutex, or of the user's own class with lock() and unlock().
void BodyWalker::lockObject(const PlaceSet& candidates,
                            const clang::Stmt* origin,
                            bool isShared,
                            bool isTry) {
  PlaceSet plain;
  for (PlaceId candidate : candidates) {
    const Place place = places_[candidate];
    const clang::CXXRecordDecl* record = recordOf(place.type);
    if (record == nullptr || places_.isOpaque(*record) || place.kind == PlaceKind::Local)
      plain.insert(candidate);
    else if (record->hasDefinition() && !isTry)
      callMember(*record, isShared ? "lock_shared" : "lock", candidate);
  }
  acquire(plain, origin, isShared, isTry);
}

void BodyWalker::unlockObject(const PlaceSet& candidates) {
  PlaceSet plain;
  for (PlaceId candidate : candidates) {
    const Place place = places_[candidate];
    const clang::CXXRecordDecl* record = recordOf(place.type);
    if (record == nullptr || places_.isOpaque(*record) || place.kind == PlaceKind::Local)
      plain.insert(candidate);
    else if (record->hasDefinition())
      callMember(*record, "unlock", candidate);
  }
  release(plain);
}

OwnedLocks BodyWalker::ownedBy(PlaceId guard) {
  if (const auto known = state_.guards.find(guard); known != state_.guards.end())
    return known->second;
  // Made by somebody else: whatever it was ever given.
  OwnedLocks owned;
  for (PlaceId lock : lockPlaces(places_.load(guard)))
    owned.emplace(lock, Owned{false, false});
  return owned;
}

void BodyWalker::releaseGuard(PlaceId guard) {
  for (const auto& [lock, owned] : ownedBy(guard))
    unlockObject({lock});
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
  std::vector<PlaceSet> mutexes;
  bool isDeferred = false, isAdopted = false, isTry = false;
  for (const clang::Expr* argument : expression.arguments()) {
    const Value& value = valueOf(argument);
    isDeferred = isDeferred || isTag(*argument, "defer_lock_t");
    isAdopted = isAdopted || isTag(*argument, "adopt_lock_t");
    isTry = isTry || isTag(*argument, "try_to_lock_t") || isTag(*argument, "duration") ||
            isTag(*argument, "time_point");
    if (!value.at.empty() && !isTag(*argument, "defer_lock_t") &&
        !isTag(*argument, "adopt_lock_t") && !isTag(*argument, "try_to_lock_t") &&
        !isTag(*argument, "duration") && !isTag(*argument, "time_point"))
      mutexes.push_back(value.at);
  }
  for (const PlaceSet& mutex : mutexes)
    places_.store(guard, mutex);
  if (!isDeferred && !isAdopted) {
    if (mutexes.size() > 1)
      acquireTogether(mutexes, &expression);
    else if (mutexes.size() == 1)
      lockObject(mutexes.front(), &expression, isShared, isTry);
  }
  if (!isDeferred)
    for (const PlaceSet& mutex : mutexes)
      for (PlaceId lock : mutex)
        owned.emplace(lock, Owned{isShared, !isTry && mutex.size() == 1});
  state_.guards[guard] = std::move(owned);
  return {.at = {}, .to = places_.load(guard)};
}

std::optional<Value> BodyWalker::callLock(const Call& call) {
  const std::string name = call.function->getNameAsString();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (method == nullptr || method->isStatic())
    return isInSystemHeader(*call.function) ? callLockFunction(call, name) : std::nullopt;
  switch (libraryTypeOf(*method->getParent())) {
  case LibraryType::Mutex:
    return callMutex(call, name);
  case LibraryType::Guard:
    return callGuard(call, name);
  case LibraryType::Condition:
    return callCondition(call, name);
  default:
    return std::nullopt;
  }
}

std::optional<Value> BodyWalker::callMutex(const Call& call, llvm::StringRef name) {
  switch (lockCallOf(name)) {
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

std::optional<Value> BodyWalker::callGuard(const Call& call, llvm::StringRef name) {
  const auto& record = *llvm::cast<clang::CXXMethodDecl>(call.function)->getParent();
  const bool isShared = isSharedGuard(record);
  for (PlaceId guard : call.self) {
    switch (lockCallOf(name)) {
    case LockCall::Lock:
    case LockCall::TryLock: {
      const bool isTry = lockCallOf(name) == LockCall::TryLock;
      const PlaceSet locks = lockPlaces(places_.load(guard));
      lockObject(locks, call.expression, isShared, isTry);
      OwnedLocks owned;
      for (PlaceId lock : locks)
        owned.emplace(lock, Owned{isShared, !isTry && locks.size() == 1});
      state_.guards[guard] = std::move(owned);
      break;
    }
    case LockCall::Unlock:
      releaseGuard(guard);
      state_.guards[guard] = {};
      break;
    default:
      if (name == "release") {
        state_.guards[guard] = {};
        return Value{.at = {}, .to = places_.load(guard)};
      }
      if (name == "mutex")
        return Value{.at = {}, .to = places_.load(guard)};
      if (name == "operator=" && !call.arguments.empty()) {
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

// Waiting gives the lock up and takes it again: others come in between.
std::optional<Value> BodyWalker::callCondition(const Call& call, llvm::StringRef name) {
  if (!name.starts_with("wait") || call.arguments.empty())
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

std::optional<Value> BodyWalker::callLockFunction(const Call& call, llvm::StringRef name) {
  if (name.starts_with("pthread_cond_") && name.contains("wait") && call.arguments.size() > 1) {
    for (PlaceId lock : lockPlaces(call.arguments[1].to)) {
      if (state_.held.erase(lock) == 0)
        effect_.released.emplace(lock, false);
      waitForOthers({.lock = lock, .isShared = false});
    }
    return Value{};
  }
  if (name == "call_once" && call.arguments.size() > 1) {
    acquire(call.arguments[0].at, call.expression, false, false);
    callCallables(call);
    release(call.arguments[0].at);
    return Value{};
  }
  if ((name == "lock" || name == "try_lock") && call.arguments.size() > 1) {
    std::vector<PlaceSet> mutexes;
    for (const Value& argument : call.arguments) {
      // A guard stands for its mutex.
      PlaceSet all;
      for (PlaceId each : argument.at) {
        if (!places_.isLocal(each)) {
          all.insert(each);
          continue;
        }
        const PlaceSet locks = lockPlaces(places_.load(each));
        OwnedLocks owned;
        for (PlaceId lock : locks)
          owned.emplace(lock, Owned{false, name == "lock" && locks.size() == 1});
        state_.guards[each] = owned;
        all.insert(locks.begin(), locks.end());
      }
      mutexes.push_back(std::move(all));
    }
    if (name == "lock")
      acquireTogether(mutexes, call.expression);
    else
      for (const PlaceSet& each : mutexes)
        acquire(each, call.expression, false, true);
    return Value{};
  }
  if (!name.starts_with("pthread_") && !name.starts_with("mtx_"))
    return std::nullopt;
  if (lockCallOf(name) == LockCall::None || call.arguments.empty())
    return std::nullopt;
  Call onMutex = call;
  onMutex.self = call.arguments[0].to;
  return callMutex(onMutex, name);
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
  for (const auto* attribute : call.function->specific_attrs<clang::ReleaseCapabilityAttr>())
    release(places(attribute->args_begin(), attribute->args_end()));
}

} // namespace heddle::frontend
