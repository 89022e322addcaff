// SPDX-License-Identifier: Apache-2.0
// Accesses to ranges of memory, and the end of locals.
//
// Before:  call @llvm.memcpy(%to, %from, %n)       (memmove, memset; structs copied to a by-value
// After:   call @heddle_rt_range_read(%site1, %from, %n)                       argument: read only)
//          call @heddle_rt_range_write(%site2, %to, %n)
//          call @llvm.memcpy(%to, %from, %n)
//
// Before:  %n = call i64 @strlen(%s)               (every name under HEDDLE_LIBC in hooks.def)
// After:   %n = call i64 @heddle_rt_libc_strlen(%site, %s)
//
// Before:  call @llvm.lifetime.end(%local)         (only locals whose address escapes)
// After:   call @heddle_rt_scope_end(%local, size)
//          call @llvm.lifetime.end(%local)
#include <llvm/Transforms/Utils/Local.h>

#include "instrument/access_rewriter.h"

namespace heddle::instrument {

void AccessRewriter::hookRanges(llvm::CallBase& call, llvm::ArrayRef<Operand> operands) {
  HookBuilder builder(call);
  for (const Operand& operand : operands) {
    llvm::Value* length = nullptr;
    bool isVolatile = false;
    if (auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      length = builder.CreateZExtOrTrunc(intrinsic->getLength(), builder.getInt64Ty());
      isVolatile = intrinsic->isVolatile();
    } else {
      length = builder.getInt64(
          layout_.getTypeStoreSize(call.getParamByValType(operand.index)).getFixedValue());
    }
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
    llvm::Constant* site =
        sites_.add(call,
                   {.kind = operand.isWrite ? abi::SiteKind::RangeWrite : abi::SiteKind::RangeRead,
                    .size = constant == nullptr ? 0 : constant->getZExtValue(),
                    .variable = operand.description.text,
                    .isVolatile = isVolatile});
    hooks_.call(builder,
                operand.isWrite ? Hook::range_write : Hook::range_read,
                {site, call.getOperand(operand.index), length});
  }
}

void AccessRewriter::replaceLibcCall(llvm::CallBase& call, Hook hook, const std::string& variable) {
  // Hooks do not throw, so an invoke can become a call.
  llvm::CallBase* original = &call;
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
    original = llvm::changeToCall(invoke);
  HookBuilder builder(*original);
  llvm::SmallVector<llvm::Value*, 4> arguments = {
      sites_.add(*original, {.kind = abi::SiteKind::LibcCall, .variable = variable})};
  arguments.append(original->arg_begin(), original->arg_end());
  llvm::CallInst* replacement = hooks_.call(builder, hook, arguments);
  replacement->takeName(original);
  original->replaceAllUsesWith(replacement);
  original->eraseFromParent();
}

void AccessRewriter::hookScopeEnd(llvm::IntrinsicInst& lifetimeEnd) {
  auto* local = llvm::cast<llvm::AllocaInst>(lifetimeEnd.getArgOperand(1));
  std::optional<llvm::TypeSize> size = local->getAllocationSize(layout_);
  if (!size || size->isScalable())
    return;
  HookBuilder builder(lifetimeEnd);
  hooks_.call(builder, Hook::scope_end, {local, builder.getInt64(size->getFixedValue())});
}

} // namespace heddle::instrument
