// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/effect.h"

#include <algorithm>

namespace heddle::frontend {
namespace {

void joinHeld(HeldLocks& held, const HeldLocks& other) {
  std::erase_if(held, [&](const auto& entry) { return !other.contains(entry.first); });
  for (auto& [lock, state] : held) {
    const Held& second = other.at(lock);
    state.depth = std::min(state.depth, second.depth);
    state.isShared = state.isShared || second.isShared;
    for (std::size_t i = 0; i < kScopes; ++i)
      state.isEarly[i] = state.isEarly[i] && second.isEarly[i];
    state.isFirst = state.isFirst && second.isFirst;
    if (state.origin != second.origin)
      state.origin = nullptr;
  }
}

void joinOwned(OwnedLocks& owned, const OwnedLocks& other) {
  for (auto& [lock, state] : owned)
    if (!other.contains(lock))
      state.isSure = false;
  for (const auto& [lock, state] : other) {
    const auto [place, isNew] =
        owned.try_emplace(lock, Owned{.isShared = state.isShared, .isSure = false});
    if (!isNew && !state.isSure)
      place->second.isSure = false;
  }
}

} // namespace

void LockState::join(const LockState& other) {
  if (!other.isReached)
    return;
  if (!isReached) {
    *this = other;
    return;
  }
  joinHeld(held, other.held);
  for (const auto& [lock, isShared] : other.maybeHeld) {
    const auto [place, isNew] = maybeHeld.try_emplace(lock, isShared);
    if (!isNew)
      place->second = place->second && isShared;
  }
  for (auto& [guard, owned] : guards)
    if (!other.guards.contains(guard))
      joinOwned(owned, {});
  for (const auto& [guard, owned] : other.guards)
    joinOwned(guards[guard], owned);
  touched.insert(other.touched.begin(), other.touched.end());
  for (std::size_t i = 0; i < kScopes; ++i)
    hasAccessed[i] = hasAccessed[i] || other.hasAccessed[i];
}

void Cover::add(const LockUses& heldNow) {
  if (!isAny) {
    isAny = true;
    locks = heldNow;
    return;
  }
  std::erase_if(locks, [&](const auto& entry) { return !heldNow.contains(entry.first); });
  for (auto& [lock, isShared] : locks)
    isShared = isShared || heldNow.at(lock);
}

} // namespace heddle::frontend
