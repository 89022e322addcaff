// SPDX-License-Identifier: Apache-2.0
// The runtime sees that a lock is taken, but not by which line. A store to a fixed address tells it, which costs one
// instruction; a hook would cost a call, and a return address cannot be mapped to a site.
//
// Before:  call i32 @pthread_mutex_lock(ptr %m)
// After:   store volatile ptr @heddle.site, ptr inttoptr (kCallSiteAddress)
//          call i32 @pthread_mutex_lock(ptr %m)
#include "instrument/sync_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <sys/syscall.h>

#include "instrument/access_rewriter.h"

namespace heddle::instrument {
namespace {

const llvm::StringMap<SyncCall>& syncCalls() {
  static const llvm::StringMap<SyncCall> kCalls = {
#define HEDDLE_SYNC_CALL(symbol, operation, form)                                                  \
  {#symbol, {abi::SyncOperation::operation, SyncForm::form}},
#include "runtime/abi/sync_calls.def"
  };
  return kCalls;
}

// syscall() has many uses, and the runtime takes the site in one of them.
bool isFutexCall(const llvm::CallBase& call) {
  const auto* number =
      call.arg_empty() ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return number != nullptr && number->getZExtValue() == SYS_futex && call.arg_size() > 1;
}

llvm::Constant* callSiteSlot(llvm::LLVMContext& context) {
  auto* address = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), abi::kCallSiteAddress);
  return llvm::ConstantExpr::getIntToPtr(address, llvm::PointerType::getUnqual(context));
}

SiteTraits traitsOf(const llvm::CallBase& call) {
  if (std::optional<SyncCall> sync = syncCallOf(call))
    return {.kind = abi::SiteKind::SyncCall, .syncOperation = sync->operation};
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return {.kind = genericAtomicOf(call).value_or(abi::SiteKind::SyncCall),
          .size = size == nullptr ? 0 : size->getZExtValue(),
          .order = abi::MemoryOrder::SeqCst};
}

} // namespace

std::optional<SyncCall> syncCallOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.isInlineAsm() ? nullptr : call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration())
    return std::nullopt;
  auto found = syncCalls().find(callee->getName());
  if (found == syncCalls().end())
    return std::nullopt;
  if (found->second.operation == abi::SyncOperation::Futex && !isFutexCall(call))
    return std::nullopt;
  SyncCall known = found->second;
  known.isReadWriteLock = callee->getName().starts_with("pthread_rwlock_");
  return known;
}

std::optional<abi::SiteKind> genericAtomicOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.isInlineAsm() ? nullptr : call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || call.arg_size() < 4)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<abi::SiteKind>>(callee->getName())
      .Case("__atomic_load", abi::SiteKind::AtomicLoad)
      .Case("__atomic_store", abi::SiteKind::AtomicStore)
      .Case("__atomic_exchange", abi::SiteKind::AtomicRmw)
      .Case("__atomic_compare_exchange", abi::SiteKind::AtomicCas)
      .Default(std::nullopt);
}

void announceSyncCalls(llvm::Function& function, SiteTable& sites) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (syncCallOf(*call) || genericAtomicOf(*call))
        calls.push_back(call);
  for (llvm::CallBase* call : calls) {
    HookBuilder builder(*call);
    llvm::Constant* site = sites.add(*call, traitsOf(*call));
    builder.CreateStore(site, callSiteSlot(function.getContext()), /*isVolatile=*/true);
  }
}

const llvm::Constant* announcedSite(const llvm::CallBase& call) {
  const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(call.getPrevNonDebugInstruction());
  if (store == nullptr || store->getPointerOperand() != callSiteSlot(call.getContext()))
    return nullptr;
  return llvm::cast<llvm::Constant>(store->getValueOperand());
}

} // namespace heddle::instrument
