// SPDX-License-Identifier: Apache-2.0
// Which functions keep the pointers that they receive.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::instrument {

// One per module, made before any hook is inserted.
class CaptureSummary {
public:
  explicit CaptureSummary(llvm::Module& module);

  // Whether other code may know the address `pointer`, an argument or a local of a function, after
  // the function has used it.
  bool escapes(const llvm::Value* pointer) const;

  // Whether the callee may keep the pointer that is operand `index` of the call.
  bool keeps(const llvm::CallBase& call, unsigned index) const;

private:
  llvm::DenseSet<const llvm::Argument*> harmless_; // parameters that are used and forgotten
};

// The functions that may be instrumented, callees before callers (in any order within a recursion).
llvm::SmallVector<llvm::Function*> calleesFirst(llvm::Module& module);

} // namespace heddle::instrument
