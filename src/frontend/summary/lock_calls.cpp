// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/lock_calls.h"

#include <llvm/ADT/StringSwitch.h>

#include "frontend/summary/libraries/library_table.h"

namespace heddle::frontend {
namespace {

LockCall ownCallNamed(llvm::StringRef name) {
  return llvm::StringSwitch<LockCall>(name)
      .Cases("lock", "Lock", "acquire", "Acquire", "enter", "Enter", LockCall::Lock)
      .Cases("try_lock", "TryLock", "tryLock", "try_acquire", "tryEnter", LockCall::TryLock)
      .Cases("unlock", "Unlock", "release", "Release", LockCall::Unlock)
      .Cases("leave", "Leave", "exit", "Exit", LockCall::Unlock)
      .Cases("lock_shared", "ReaderLock", "lockShared", LockCall::LockShared)
      .Cases("try_lock_shared", "tryLockShared", LockCall::TryLockShared)
      .Cases("unlock_shared", "ReaderUnlock", "unlockShared", LockCall::UnlockShared)
      .Default(LockCall::None);
}

LockCall ownCall(const clang::CXXMethodDecl& method) {
  return method.getIdentifier() == nullptr ? LockCall::None : ownCallNamed(method.getName());
}

} // namespace

LockCall lockCallOf(const clang::FunctionDecl& function) {
  const Does does = whatDoes(function);
  for (const auto& [effect, call] : {std::pair(Does::Locks, LockCall::Lock),
                                     std::pair(Does::TriesToLock, LockCall::TryLock),
                                     std::pair(Does::Unlocks, LockCall::Unlock),
                                     std::pair(Does::LocksShared, LockCall::LockShared),
                                     std::pair(Does::TriesToLockShared, LockCall::TryLockShared),
                                     std::pair(Does::UnlocksShared, LockCall::UnlockShared)})
    if (has(does, effect))
      return call;
  return LockCall::None;
}

LockCall ownLockCallOf(const clang::CXXMethodDecl& method) {
  const LockCall call = ownCall(method);
  if (call == LockCall::None)
    return call;
  bool hasLock = false, hasUnlock = false;
  for (const clang::CXXMethodDecl* each : method.getParent()->methods()) {
    const LockCall other = ownCall(*each);
    hasLock = hasLock || other == LockCall::Lock || other == LockCall::LockShared;
    hasUnlock = hasUnlock || isUnlock(other);
  }
  return hasLock && hasUnlock ? call : LockCall::None;
}

llvm::StringRef memberName(LockCall call) {
  switch (call) {
  case LockCall::Lock:
    return "lock";
  case LockCall::TryLock:
    return "try_lock";
  case LockCall::Unlock:
    return "unlock";
  case LockCall::LockShared:
    return "lock_shared";
  case LockCall::TryLockShared:
    return "try_lock_shared";
  case LockCall::UnlockShared:
    return "unlock_shared";
  case LockCall::None:
    break;
  }
  return "";
}

bool isTry(LockCall call) {
  return call == LockCall::TryLock || call == LockCall::TryLockShared;
}

bool isShared(LockCall call) {
  return call == LockCall::LockShared || call == LockCall::TryLockShared ||
         call == LockCall::UnlockShared;
}

bool isUnlock(LockCall call) {
  return call == LockCall::Unlock || call == LockCall::UnlockShared;
}

bool isSharedGuard(const clang::CXXRecordDecl& guard) {
  return kindOf(guard) == ClassKind::SharedGuard;
}

} // namespace heddle::frontend
