// SPDX-License-Identifier: Apache-2.0
// Atomic operations are replaced, not announced: the runtime performs them, so that a weak-memory mode
// can choose what a load returns. Values travel as 64 bits, zero-extended.
//
// Before:  %v = load atomic i32, ptr %p acquire
// After:   %b = call i64 @heddle_rt_atomic_load(%site, %p)
//          %v = trunc i64 %b to i32
//
// Before:  store atomic i32 %v, ptr %p release
// After:   call @heddle_rt_atomic_store(%site, %p, zext(%v))
//
// Before:  %old = atomicrmw add ptr %p, i32 %v seq_cst
// After:   %b = call i64 @heddle_rt_atomic_rmw(%site, %p, zext(%v))      ; operation in the record
//          %old = trunc i64 %b to i32
//
// Before:  %r = cmpxchg ptr %p, i32 %expected, i32 %desired acq_rel monotonic
// After:   %b = call i64 @heddle_rt_atomic_cas(%site, %p, zext(%expected), zext(%desired))
//          %r = { trunc(%b), %b == zext(%expected) }
//
// Before:  fence acquire
// After:   call @heddle_rt_fence(%site)
//
// Operations that the runtime does not model (16 bytes, floating-point arithmetic, wrapping counters) are only
// announced: call @heddle_rt_atomic_other(%site, %p), then the unchanged instruction.
#include <optional>

#include "instrument/access_rewriter.h"

namespace heddle::instrument {
namespace {

abi::MemoryOrder orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
    return abi::MemoryOrder::NotAtomic;
  case llvm::AtomicOrdering::Unordered:
  case llvm::AtomicOrdering::Monotonic:
    return abi::MemoryOrder::Relaxed;
  case llvm::AtomicOrdering::Acquire:
    return abi::MemoryOrder::Acquire;
  case llvm::AtomicOrdering::Release:
    return abi::MemoryOrder::Release;
  case llvm::AtomicOrdering::AcquireRelease:
    return abi::MemoryOrder::AcquireRelease;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return abi::MemoryOrder::SeqCst;
  }
  llvm_unreachable("all orderings are handled");
}

// libstdc++ 12 guards std::atomic<std::shared_ptr> with a lock bit that its readers release with relaxed order. No
// processor reorders that, but formally every store after a load is a race. The bit is meant as a lock, so heddle
// treats it as one: a user cannot do anything about it.
bool isLibraryLockBit(const llvm::Instruction& atomic) {
  for (const llvm::DILocation* place = atomic.getDebugLoc().get(); place != nullptr;
       place = place->getInlinedAt()) {
    const llvm::DISubprogram* function = place->getScope()->getSubprogram();
    if (function != nullptr && function->getLinkageName().contains("_Sp_atomic"))
      return true;
  }
  return atomic.getFunction()->getName().contains("_Sp_atomic");
}

abi::MemoryOrder orderOfModification(const llvm::Instruction& atomic, llvm::AtomicOrdering order) {
  if (order == llvm::AtomicOrdering::Monotonic && isLibraryLockBit(atomic))
    return abi::MemoryOrder::AcquireRelease;
  return orderOf(order);
}

std::optional<abi::RmwOperation> operationOf(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case llvm::AtomicRMWInst::Xchg:
    return abi::RmwOperation::Exchange;
  case llvm::AtomicRMWInst::Add:
    return abi::RmwOperation::Add;
  case llvm::AtomicRMWInst::Sub:
    return abi::RmwOperation::Sub;
  case llvm::AtomicRMWInst::And:
    return abi::RmwOperation::And;
  case llvm::AtomicRMWInst::Nand:
    return abi::RmwOperation::Nand;
  case llvm::AtomicRMWInst::Or:
    return abi::RmwOperation::Or;
  case llvm::AtomicRMWInst::Xor:
    return abi::RmwOperation::Xor;
  case llvm::AtomicRMWInst::Max:
    return abi::RmwOperation::Max;
  case llvm::AtomicRMWInst::Min:
    return abi::RmwOperation::Min;
  case llvm::AtomicRMWInst::UMax:
    return abi::RmwOperation::UMax;
  case llvm::AtomicRMWInst::UMin:
    return abi::RmwOperation::UMin;
  default:
    return std::nullopt;
  }
}

bool isModelled(llvm::Type* type, const llvm::DataLayout& layout) {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy())
    return false;
  switch (layout.getTypeSizeInBits(type).getFixedValue()) {
  case 8:
  case 16:
  case 32:
  case 64:
    return true;
  default:
    return false;
  }
}

void replaceBy(llvm::Instruction& original, llvm::Value* replacement) {
  if (replacement != nullptr) {
    replacement->takeName(&original);
    original.replaceAllUsesWith(replacement);
  }
  original.eraseFromParent();
}

} // namespace

void AccessRewriter::announceOtherAtomic(llvm::Instruction& atomic,
                                         const Operand& operand,
                                         const SiteTraits& traits) {
  HookBuilder builder(atomic);
  hooks_.call(
      builder, Hook::atomic_other, {sites_.add(atomic, traits), atomic.getOperand(operand.index)});
}

void AccessRewriter::replaceAtomicLoad(llvm::LoadInst& load, const Operand& operand) {
  SiteTraits traits{.kind = abi::SiteKind::AtomicLoad,
                    .size = layout_.getTypeStoreSize(load.getType()).getFixedValue(),
                    .variable = operand.description.text,
                    .order = orderOf(load.getOrdering()),
                    .isVolatile = load.isVolatile(),
                    .isPointer = operand.description.isPointer || load.getType()->isPointerTy()};
  if (!isModelled(load.getType(), layout_))
    return announceOtherAtomic(load, operand, traits);
  HookBuilder builder(load);
  llvm::Value* bits =
      hooks_.call(builder, Hook::atomic_load, {sites_.add(load, traits), load.getPointerOperand()});
  replaceBy(load, fromBits(builder, bits, load.getType()));
}

void AccessRewriter::replaceAtomicStore(llvm::StoreInst& store, const Operand& operand) {
  llvm::Value* value = store.getValueOperand();
  SiteTraits traits{.kind = abi::SiteKind::AtomicStore,
                    .size = layout_.getTypeStoreSize(value->getType()).getFixedValue(),
                    .variable = operand.description.text,
                    .order = orderOf(store.getOrdering()),
                    .isVolatile = store.isVolatile(),
                    .isPointer = operand.description.isPointer || value->getType()->isPointerTy()};
  if (!isModelled(value->getType(), layout_))
    return announceOtherAtomic(store, operand, traits);
  HookBuilder builder(store);
  hooks_.call(builder,
              Hook::atomic_store,
              {sites_.add(store, traits), store.getPointerOperand(), toBits(builder, value)});
  replaceBy(store, nullptr);
}

void AccessRewriter::replaceRmw(llvm::AtomicRMWInst& rmw, const Operand& operand) {
  std::optional<abi::RmwOperation> operation = operationOf(rmw.getOperation());
  SiteTraits traits{.kind = abi::SiteKind::AtomicRmw,
                    .size = layout_.getTypeStoreSize(rmw.getType()).getFixedValue(),
                    .variable = operand.description.text,
                    .order = orderOfModification(rmw, rmw.getOrdering()),
                    .operation = operation.value_or(abi::RmwOperation::Exchange),
                    .isVolatile = rmw.isVolatile(),
                    .isPointer = operand.description.isPointer || rmw.getType()->isPointerTy()};
  if (!operation || !isModelled(rmw.getType(), layout_))
    return announceOtherAtomic(rmw, operand, traits);
  HookBuilder builder(rmw);
  llvm::Value* bits = hooks_.call(
      builder,
      Hook::atomic_rmw,
      {sites_.add(rmw, traits), rmw.getPointerOperand(), toBits(builder, rmw.getValOperand())});
  replaceBy(rmw, fromBits(builder, bits, rmw.getType()));
}

void AccessRewriter::replaceCompareExchange(llvm::AtomicCmpXchgInst& exchange,
                                            const Operand& operand) {
  llvm::Type* type = exchange.getNewValOperand()->getType();
  SiteTraits traits{.kind = abi::SiteKind::AtomicCas,
                    .size = layout_.getTypeStoreSize(type).getFixedValue(),
                    .variable = operand.description.text,
                    .order = orderOf(exchange.getSuccessOrdering()),
                    .failOrder = orderOf(exchange.getFailureOrdering()),
                    .isVolatile = exchange.isVolatile(),
                    .isPointer = operand.description.isPointer || type->isPointerTy()};
  if (!isModelled(type, layout_))
    return announceOtherAtomic(exchange, operand, traits);
  HookBuilder builder(exchange);
  llvm::Value* expected = toBits(builder, exchange.getCompareOperand());
  llvm::Value* desired = toBits(builder, exchange.getNewValOperand());
  llvm::Value* bits =
      hooks_.call(builder,
                  Hook::atomic_cas,
                  {sites_.add(exchange, traits), exchange.getPointerOperand(), expected, desired});
  llvm::Value* result = llvm::PoisonValue::get(exchange.getType());
  result = builder.CreateInsertValue(result, fromBits(builder, bits, type), 0);
  result = builder.CreateInsertValue(result, builder.CreateICmpEQ(bits, expected), 1);
  replaceBy(exchange, result);
}

void AccessRewriter::replaceFence(llvm::FenceInst& fence) {
  HookBuilder builder(fence);
  SiteTraits traits{.kind = abi::SiteKind::Fence, .order = orderOf(fence.getOrdering())};
  hooks_.call(builder, Hook::fence, {sites_.add(fence, traits)});
  replaceBy(fence, nullptr);
}

} // namespace heddle::instrument
