// SPDX-License-Identifier: Apache-2.0
#include "instrument/access_rewriter.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "instrument/source_place.h"

namespace heddle::instrument {
namespace {

// Counters of -fprofile-instr-generate and similar options are not variables of the program.
bool belongsToCompiler(const llvm::Value* address) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address, 0));
  return global != nullptr &&
         (global->getName().starts_with("__llvm") || global->getName().starts_with("llvm."));
}

// Patterns that -ftrivial-auto-var-init writes over fresh locals are not in the source.
bool isAutomaticInitialisation(const llvm::Instruction& instruction) {
  const llvm::MDNode* annotations = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  if (annotations == nullptr)
    return false;
  return llvm::any_of(annotations->operands(), [](const llvm::MDOperand& operand) {
    const auto* text = llvm::dyn_cast<llvm::MDString>(operand);
    return text != nullptr && text->getString() == "auto-init";
  });
}

const llvm::Function* directCallee(const llvm::CallBase& call) {
  return call.isInlineAsm() ? nullptr : call.getCalledFunction();
}

} // namespace

AccessRewriter::AccessRewriter(llvm::Function& function,
                               HookTable& hooks,
                               SiteTable& sites,
                               const TypeIndex& types,
                               const CaptureSummary& captures)
    : function_(function), layout_(function.getDataLayout()), hooks_(hooks), sites_(sites),
      escape_(captures), names_(function, types) {}

void AccessRewriter::run() {
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    collect(instruction);
  for (Target& target : targets_)
    rewrite(target);
}

bool AccessRewriter::needsHook(const llvm::Value* address, bool isWrite) {
  return address->getType()->getPointerAddressSpace() == 0 && !address->isSwiftError() &&
         !escape_.isPrivate(address) && !belongsToCompiler(address) &&
         (isWrite || !EscapeAnalysis::isConstant(address));
}

void AccessRewriter::addOperand(Target& target, unsigned index, bool isWrite, std::uint64_t size) {
  const llvm::Value* address = target.instruction->getOperand(index);
  if (!needsHook(address, isWrite))
    return;
  using Extent = VariableNames::Extent;
  Extent extent = llvm::isa<llvm::CallBase>(target.instruction) ? Extent::Range : Extent::Value;
  target.operands.push_back(
      {.index = index, .isWrite = isWrite, .description = names_.describe(address, size, extent)});
}

void AccessRewriter::collect(llvm::Instruction& instruction) {
  if (isAutomaticInitialisation(instruction))
    return;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return collectCall(*call);
  if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    if (fence->getSyncScopeID() != llvm::SyncScope::SingleThread)
      targets_.push_back({.instruction = fence, .operands = {}});
    return;
  }
  Target target{.instruction = &instruction, .operands = {}};
  auto sizeOf = [&](llvm::Type* type) { return layout_.getTypeStoreSize(type).getFixedValue(); };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
      addOperand(target, llvm::LoadInst::getPointerOperandIndex(), false, sizeOf(load->getType()));
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    addOperand(target,
               llvm::StoreInst::getPointerOperandIndex(),
               true,
               sizeOf(store->getValueOperand()->getType()));
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    addOperand(target, llvm::AtomicRMWInst::getPointerOperandIndex(), true, sizeOf(rmw->getType()));
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    addOperand(target,
               llvm::AtomicCmpXchgInst::getPointerOperandIndex(),
               true,
               sizeOf(exchange->getNewValOperand()->getType()));
  }
  if (!target.operands.empty())
    targets_.push_back(std::move(target));
}

void AccessRewriter::collectCall(llvm::CallBase& call) {
  Target target{.instruction = &call, .operands = {}};
  if (auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic->getLength());
    std::uint64_t size = length == nullptr ? 0 : length->getZExtValue();
    if (length != nullptr && size == 0)
      return;
    if (llvm::isa<llvm::MemTransferInst>(intrinsic))
      addOperand(target, /*source*/ 1, false, size);
    addOperand(target, /*destination*/ 0, true, size);
  } else if (call.getIntrinsicID() == llvm::Intrinsic::lifetime_end) {
    const llvm::Value* local = call.getArgOperand(1);
    if (llvm::isa<llvm::AllocaInst>(local) && !escape_.isPrivateLocal(local))
      targets_.push_back({.instruction = &call, .operands = {}});
    return;
  } else if (const llvm::Function* callee = directCallee(call);
             callee != nullptr && hooks_.libcReplacement(*callee) && !call.isMustTailCall()) {
    Operand first{.index = 0,
                  .isWrite = false,
                  .description =
                      names_.describe(call.getArgOperand(0), 0, VariableNames::Extent::Range)};
    targets_.push_back({.instruction = &call, .operands = {first}});
    return;
  } else {
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.isByValArgument(i))
        addOperand(
            target, i, false, layout_.getTypeStoreSize(call.getParamByValType(i)).getFixedValue());
  }
  if (!target.operands.empty())
    targets_.push_back(std::move(target));
}

void AccessRewriter::rewrite(Target& target) {
  llvm::Instruction* instruction = target.instruction;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
    return load->isAtomic() ? replaceAtomicLoad(*load, target.operands[0])
                            : hookLoad(*load, target.operands[0]);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction))
    return store->isAtomic() ? replaceAtomicStore(*store, target.operands[0])
                             : hookStore(*store, target.operands[0]);
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction))
    return replaceRmw(*rmw, target.operands[0]);
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction))
    return replaceCompareExchange(*exchange, target.operands[0]);
  if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(instruction))
    return replaceFence(*fence);
  auto& call = llvm::cast<llvm::CallBase>(*instruction);
  if (call.getIntrinsicID() == llvm::Intrinsic::lifetime_end)
    return hookScopeEnd(llvm::cast<llvm::IntrinsicInst>(call));
  if (const llvm::Function* callee = directCallee(call))
    if (auto hook = hooks_.libcReplacement(*callee))
      return replaceLibcCall(call, *hook, target.operands[0].description.text);
  hookRanges(call, target.operands);
}

HookBuilder::HookBuilder(llvm::Instruction& before) : llvm::IRBuilder<>(&before) {
  SetCurrentDebugLocation(locationFor(before));
}

llvm::Value* toBits(llvm::IRBuilderBase& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  llvm::Type* i64 = builder.getInt64Ty();
  if (type->isPointerTy())
    return builder.CreatePtrToInt(value, i64);
  unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getKnownMinValue());
  bool isScalable = type->getPrimitiveSizeInBits().isScalable();
  if (bits == 0 || bits > 64 || isScalable)
    return nullptr;
  if (!type->isIntegerTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  return builder.CreateZExt(value, i64);
}

llvm::Value* fromBits(llvm::IRBuilderBase& builder, llvm::Value* bits, llvm::Type* type) {
  if (type->isPointerTy())
    return builder.CreateIntToPtr(bits, type);
  auto width = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  llvm::Value* narrow = builder.CreateTrunc(bits, builder.getIntNTy(width));
  return type->isIntegerTy() ? narrow : builder.CreateBitCast(narrow, type);
}

} // namespace heddle::instrument
