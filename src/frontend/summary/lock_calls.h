// SPDX-License-Identifier: Apache-2.0
// What calls do to locks.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace heddle::frontend {

enum class LockCall : std::uint8_t {
  None,
  Lock,
  TryLock,
  Unlock,
  LockShared,
  TryLockShared,
  UnlockShared
};

// What a member or function of a library does.
LockCall lockCallOf(const clang::FunctionDecl& function);
// What a method does whose class, one of the user's, can be locked and unlocked under the usual names; otherwise None.
LockCall ownLockCallOf(const clang::CXXMethodDecl& method);
// "try_lock_shared", ...: how guards call it.
llvm::StringRef memberName(LockCall call);
bool isTry(LockCall call);
bool isShared(LockCall call);
bool isUnlock(LockCall call);
// std::shared_lock.
bool isSharedGuard(const clang::CXXRecordDecl& guard);

} // namespace heddle::frontend
