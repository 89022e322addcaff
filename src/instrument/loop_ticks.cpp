// SPDX-License-Identifier: Apache-2.0
// The runtime ends an endless execution by counting events, so every cycle of control flow must
// contain one.
//
// Before:  loop:  %i = phi ...                    After:  loop:  %i = phi ...
//                 br i1 %more, label %loop, ...                  call @heddle_rt_tick(%site)
//                                                                br i1 %more, label %loop, ...
//
// A back edge needs a tick if some path around the cycle has no event: no counting hook, and no call
// of a function in this module with an event on all of its paths. Calls of other functions do not
// count, because nothing is known about them. Recursion does not need a tick: it ends in a stack overflow.
#include "instrument/loop_ticks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "instrument/access_rewriter.h"

namespace heddle::instrument {

void LoopTicks::insert(llvm::Function& function) {
  using Edge = std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>;
  llvm::SmallVector<Edge> backEdges;
  llvm::FindFunctionBackedges(function, backEdges);
  for (auto [latch, header] : backEdges) {
    const llvm::BasicBlock* goal = latch;
    if (!canAvoidEvents(*header, [&](const llvm::BasicBlock& block) { return &block == goal; }))
      continue;
    auto& end = const_cast<llvm::Instruction&>(*latch->getTerminator());
    HookBuilder builder(end);
    hooks_.call(builder, Hook::tick, {sites_.add(end, {.kind = abi::SiteKind::Tick})});
  }
}

bool LoopTicks::canAvoidEvents(const llvm::BasicBlock& from,
                               llvm::function_ref<bool(const llvm::BasicBlock&)> isGoal) {
  llvm::SmallVector<const llvm::BasicBlock*> open = {&from};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen = {&from};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (hasEvent(*block))
      continue;
    if (isGoal(*block))
      return true;
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (seen.insert(next).second)
        open.push_back(next);
  }
  return false;
}

bool LoopTicks::canReturnWithoutEvent(const llvm::Function& function) {
  // While a recursion is being analysed the answer is yes: at worst there is one tick too many.
  auto [known, isNew] = quiet_.try_emplace(&function, true);
  if (!isNew)
    return known->second;
  bool quiet = canAvoidEvents(function.getEntryBlock(), [](const llvm::BasicBlock& block) {
    return llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(block.getTerminator());
  });
  quiet_[&function] = quiet;
  return quiet;
}

bool LoopTicks::hasEvent(const llvm::BasicBlock& block) {
  return llvm::any_of(block,
                      [&](const llvm::Instruction& instruction) { return isEvent(instruction); });
}

bool LoopTicks::isEvent(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic())
    return false;
  if (std::optional<Hook> hook = hookNamed(callee->getName()))
    return countsEvents(*hook);
  return !callee->isDeclaration() && !callee->isInterposable() && !canReturnWithoutEvent(*callee);
}

} // namespace heddle::instrument
