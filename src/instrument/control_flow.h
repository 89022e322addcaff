// SPDX-License-Identifier: Apache-2.0
// Hooks on the path a function takes: entry, exit, branches, indirect calls.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "instrument/hook_table.h"
#include "instrument/site_table.h"

namespace heddle::instrument {

// Lives for one function.
class ControlFlowRewriter {
public:
  ControlFlowRewriter(llvm::Function& function, HookTable& hooks, SiteTable& sites)
      : function_(function), hooks_(hooks), sites_(sites) {}

  void run();

private:
  void hookEntry();
  void hookExit(llvm::Instruction& exit);
  void hookBranch(llvm::Instruction& terminator);
  void hookIndirectCall(llvm::CallBase& call);
  // Calls `hook` with `site` and `argument` (may be null) before `instruction`, if the tracing flag is
  // set.
  void callGuarded(llvm::Instruction& instruction,
                   Hook hook,
                   llvm::Constant* site,
                   llvm::Value* argument);

  llvm::Function& function_;
  HookTable& hooks_;
  SiteTable& sites_;
};

} // namespace heddle::instrument
