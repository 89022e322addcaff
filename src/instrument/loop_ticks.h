// SPDX-License-Identifier: Apache-2.0
// Makes every endless loop countable.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

#include "instrument/hook_table.h"
#include "instrument/site_table.h"

namespace heddle::instrument {

// Lives for one module; used after all other hooks are in.
class LoopTicks {
public:
  LoopTicks(HookTable& hooks, SiteTable& sites) : hooks_(hooks), sites_(sites) {}

  void insert(llvm::Function& function);

private:
  bool isEvent(const llvm::Instruction& instruction);
  bool hasEvent(const llvm::BasicBlock& block);
  // Whether control can reach the end of a block that `isGoal` accepts from the start of `from`
  // without an event.
  bool canAvoidEvents(const llvm::BasicBlock& from,
                      llvm::function_ref<bool(const llvm::BasicBlock&)> isGoal);
  bool canReturnWithoutEvent(const llvm::Function& function);

  HookTable& hooks_;
  SiteTable& sites_;
  llvm::DenseMap<const llvm::Function*, bool> quiet_; // memo of canReturnWithoutEvent
};

} // namespace heddle::instrument
