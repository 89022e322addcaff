// SPDX-License-Identifier: Apache-2.0
// These hooks matter only while a trace is recorded, and there are many of them, so each is guarded by an
// inline test of a byte at a fixed address (two instructions while tracing is off).
//
// Before:  br i1 %c, label %then, label %else
// After:   %flag = load i8, ptr inttoptr (kTracingFlagAddress)
//          %on = icmp ne i8 %flag, 0
//          br i1 %on, label %trace, label %rest, !prof !unlikely
//        trace:
//          call @heddle_rt_branch(%site, zext(%c))
//          br label %rest
//        rest:
//          br i1 %c, label %then, label %else
//
// The same applies to @heddle_rt_function_entry (after the locals), @heddle_rt_function_exit (before ret
// and resume, or before the musttail call that ends the function), @heddle_rt_indirect_call(%site,
// %callee). A switch announces the low byte of its condition.
#include "instrument/control_flow.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/access_rewriter.h"
#include "instrument/source_place.h"

namespace heddle::instrument {
namespace {

bool isIndirectCall(const llvm::CallBase& call) {
  return !call.isInlineAsm() && call.isIndirectCall();
}

bool isBranch(const llvm::Instruction& instruction) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction))
    return branch->isConditional() && !llvm::isa<llvm::Constant>(branch->getCondition());
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
    return !llvm::isa<llvm::Constant>(choice->getCondition());
  return false;
}

} // namespace

void ControlFlowRewriter::run() {
  llvm::SmallVector<llvm::Instruction*> exits;
  llvm::SmallVector<llvm::Instruction*> branches;
  llvm::SmallVector<llvm::CallBase*> indirectCalls;
  for (llvm::Instruction& instruction : llvm::instructions(function_)) {
    if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction))
      exits.push_back(&instruction);
    else if (isBranch(instruction))
      branches.push_back(&instruction);
    else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (isIndirectCall(*call))
        indirectCalls.push_back(call);
  }
  for (llvm::CallBase* call : indirectCalls)
    hookIndirectCall(*call);
  for (llvm::Instruction* branch : branches)
    hookBranch(*branch);
  for (llvm::Instruction* exit : exits)
    hookExit(*exit);
  hookEntry();
}

void ControlFlowRewriter::callGuarded(llvm::Instruction& instruction,
                                      Hook hook,
                                      llvm::Constant* site,
                                      llvm::Value* argument) {
  HookBuilder builder(instruction);
  llvm::DebugLoc location = builder.getCurrentDebugLocation();
  llvm::Value* flagAddress = llvm::ConstantExpr::getIntToPtr(
      builder.getInt64(abi::kTracingFlagAddress), builder.getPtrTy());
  llvm::Value* isOn = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), flagAddress));
  llvm::MDNode* unlikely = llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* end =
      llvm::SplitBlockAndInsertIfThen(isOn, &instruction, /*Unreachable=*/false, unlikely);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(location);
  llvm::SmallVector<llvm::Value*, 2> arguments = {site};
  if (argument != nullptr)
    arguments.push_back(argument->getType()->isIntegerTy()
                            ? builder.CreateZExtOrTrunc(argument, builder.getInt8Ty())
                            : argument);
  hooks_.call(builder, hook, arguments);
}

void ControlFlowRewriter::hookEntry() {
  // After the allocas: they are stack slots only while they are in the entry block.
  llvm::Instruction& first = *function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  llvm::Constant* site = sites_.add(placeOf(function_), {.kind = abi::SiteKind::FunctionEntry});
  callGuarded(first, Hook::function_entry, site, nullptr);
}

void ControlFlowRewriter::hookExit(llvm::Instruction& exit) {
  llvm::Instruction* before = &exit;
  if (llvm::CallInst* tail = exit.getParent()->getTerminatingMustTailCall())
    before = tail;
  llvm::Constant* site = sites_.add(exit, {.kind = abi::SiteKind::FunctionExit});
  callGuarded(*before, Hook::function_exit, site, nullptr);
}

void ControlFlowRewriter::hookBranch(llvm::Instruction& terminator) {
  llvm::Value* condition = nullptr;
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    condition = branch->getCondition();
  else
    condition = llvm::cast<llvm::SwitchInst>(terminator).getCondition();
  llvm::Constant* site = sites_.add(terminator, {.kind = abi::SiteKind::Branch});
  callGuarded(terminator, Hook::branch, site, condition);
}

void ControlFlowRewriter::hookIndirectCall(llvm::CallBase& call) {
  llvm::Constant* site = sites_.add(call, {.kind = abi::SiteKind::IndirectCall});
  callGuarded(call, Hook::indirect_call, site, call.getCalledOperand());
}

} // namespace heddle::instrument
