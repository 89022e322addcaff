// SPDX-License-Identifier: Apache-2.0
// What a function does that its callers and the summaries need to know, and the state of locks during the function.
#pragma once

#include <clang/AST/Stmt.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "frontend/summary/place.h"

namespace heddle::frontend {

// What an expression stands for.
struct Value {
  PlaceSet at; // the memory that it names
  PlaceSet to; // what its value, or a part of it, points to

  void add(const Value& other) {
    at.insert(other.at.begin(), other.at.end());
    to.insert(other.to.begin(), other.to.end());
  }
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

// Two questions are asked about accesses: about all of them, and about those to memory that some method writes. Only
// the latter can take part in a conflict; a read of what never changes needs no lock.
inline constexpr std::size_t kAll = 0;
inline constexpr std::size_t kChanging = 1;
inline constexpr std::size_t kScopes = 2;

// A lock that is surely held.
struct Held {
  int depth = 1; // of a recursive mutex
  bool isShared = false;
  // Taken before the first access: one holding covers everything from there on (definition 6).
  std::array<bool, kScopes> isEarly{true, true};
  bool isFirst = true;                 // taken before the first access to the object that it is in
  const clang::Stmt* origin = nullptr; // where it was taken, null when in several places
  bool operator==(const Held&) const = default;
};
using HeldLocks = std::map<PlaceId, Held>;

// Locks by whether they are a reader's.
using LockUses = std::map<PlaceId, bool>;

// What a guard object will release: the lock, and whether it surely has it.
struct Owned {
  bool isShared = false;
  bool isSure = true;
  bool operator==(const Owned&) const = default;
};
using OwnedLocks = std::map<PlaceId, Owned>;

// At a point of a function.
struct LockState {
  bool isReached = false;
  HeldLocks held;
  LockUses maybeHeld;
  std::map<PlaceId, OwnedLocks> guards;
  std::array<bool, kScopes> hasAccessed{false, false};
  PlaceSet touched; // other objects of the class

  // What is known where the paths of both states meet.
  void join(const LockState& other);
  bool operator==(const LockState&) const = default;
};

// Locks that are held over a set of accesses by one holding; none means there was no access yet.
struct Cover {
  bool isAny = false;
  LockUses locks;

  void add(const LockUses& heldNow);
  bool operator==(const Cover&) const = default;
};

// Accesses to another object of the class, to memory that some method changes.
struct OtherObject {
  PlaceSet reads, writes;
  Cover cover; // by locks of that object, and static ones
  bool operator==(const OtherObject&) const = default;
};

struct LockUse {
  PlaceId lock;
  bool isShared;
  auto operator<=>(const LockUse&) const = default;
};

struct Effect {
  PlaceSet reads, writes; // canonical leaves, none of them local
  std::array<Cover, kScopes> covers;
  std::map<PlaceId, OtherObject> others; // by object
  LockUses released;                     // that the caller held
  bool releasesUnknown = false;
  HeldLocks kept; // still held at the end
  LockUses maybeKept;
  std::map<PlaceId, OwnedLocks> guards; // that outlive it
  OwnedLocks resultGuard;
  std::set<LockUse> taken; // at some time, by waiting for them
  std::set<std::pair<LockUse, LockUse>> doubleLocks;
  Value result;
  std::set<std::string> unsure; // messages, as text
  bool startsThreads = false;
  bool touchesStatic = false; // memory that calls on other objects touch as well
  bool operator==(const Effect&) const = default;
};

} // namespace heddle::frontend
