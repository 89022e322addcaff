// SPDX-License-Identifier: Apache-2.0
// Plain loads and stores.
//
// Before:  %v = load i32, ptr %p                 store i32 %v, ptr %p
// After:   call @heddle_rt_load(%site, %p)       %bits = zext i32 %v to i64
//          %v = load i32, ptr %p                 call @heddle_rt_store(%site, %p, %bits)
//                                                store i32 %v, ptr %p
//
// Values that do not fit into 64 bits are announced as 0; the record contains the size.
#include "instrument/access_rewriter.h"

namespace heddle::instrument {

void AccessRewriter::hookLoad(llvm::LoadInst& load, const Operand& operand) {
  llvm::Constant* site =
      sites_.add(load,
                 {.kind = abi::SiteKind::Load,
                  .size = layout_.getTypeStoreSize(load.getType()).getFixedValue(),
                  .variable = operand.description.text,
                  .isVolatile = load.isVolatile(),
                  .isPointer = load.getType()->isPointerTy()});
  HookBuilder builder(load);
  hooks_.call(builder, Hook::load, {site, load.getPointerOperand()});
}

void AccessRewriter::hookStore(llvm::StoreInst& store, const Operand& operand) {
  llvm::Value* value = store.getValueOperand();
  llvm::Constant* site =
      sites_.add(store,
                 {.kind = abi::SiteKind::Store,
                  .size = layout_.getTypeStoreSize(value->getType()).getFixedValue(),
                  .variable = operand.description.text,
                  .isVolatile = store.isVolatile(),
                  .isPointer = value->getType()->isPointerTy()});
  HookBuilder builder(store);
  llvm::Value* bits = toBits(builder, value);
  if (bits == nullptr)
    bits = builder.getInt64(0);
  hooks_.call(builder, Hook::store, {site, store.getPointerOperand(), bits});
}

} // namespace heddle::instrument
