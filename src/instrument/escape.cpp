// SPDX-License-Identifier: Apache-2.0
#include "instrument/escape.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace heddle::instrument {
namespace {

constexpr unsigned kUnlimited = 0;

bool isLocalObject(const llvm::Value* value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value))
    return argument->hasByValAttr();
  return llvm::isa<llvm::AllocaInst>(value);
}

bool isVirtualTablePointer(const llvm::Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr)
    return false;
  const llvm::MDNode* tag = load->getMetadata(llvm::LLVMContext::MD_tbaa);
  return tag != nullptr && tag->isTBAAVtableAccess();
}

} // namespace

bool EscapeAnalysis::isPrivateLocal(const llvm::Value* object) {
  auto [known, isNew] = privateLocals_.try_emplace(object, false);
  if (isNew)
    known->second = isLocalObject(object) && !captures_.escapes(object);
  return known->second;
}

bool EscapeAnalysis::isPrivate(const llvm::Value* address) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(address, objects, /*LI=*/nullptr, kUnlimited);
  return llvm::all_of(objects, [&](const llvm::Value* object) { return isPrivateLocal(object); });
}

bool EscapeAnalysis::isConstant(const llvm::Value* address) {
  const llvm::Value* object = llvm::getUnderlyingObject(address, kUnlimited);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object))
    return global->isConstant();
  return isVirtualTablePointer(object);
}

} // namespace heddle::instrument
