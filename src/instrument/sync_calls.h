// SPDX-License-Identifier: Apache-2.0
// Calls of the library functions that the runtime models as one operation (runtime/abi/sync_calls.def), atomics included that are too
// large for an instruction.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "instrument/site_table.h"

namespace heddle::instrument {

// Where the object of the operation is; sync_calls.def explains them.
enum class SyncForm : std::uint8_t { Pointer, Value, Handle, Guarded, State, Word };

struct SyncCall {
  abi::SyncOperation operation;
  SyncForm form;
  bool isReadWriteLock = false;
};

std::optional<SyncCall> syncCallOf(const llvm::CallBase& call);

// What a call of one of the compiler's functions for large atomics does: a load, a store, an exchange or a compare-exchange.
std::optional<abi::SiteKind> genericAtomicOf(const llvm::CallBase& call);

// Gives every such call in `function` a site that the runtime sees.
void announceSyncCalls(llvm::Function& function, SiteTable& sites);

// The site that announceSyncCalls gave to `call`, or null.
const llvm::Constant* announcedSite(const llvm::CallBase& call);

} // namespace heddle::instrument
