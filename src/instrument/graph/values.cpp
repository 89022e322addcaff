// SPDX-License-Identifier: Apache-2.0
#include "instrument/graph/values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/hook_table.h"

namespace heddle::instrument {
namespace {

using abi::ValueKind;

// The argument that has the size of the memory that a function allocates; -1: it does not allocate.
int sizeArgumentOfAllocation(llvm::StringRef name) {
  if (name.starts_with("_Znwm") || name.starts_with("_Znam"))
    return 0;
  return llvm::StringSwitch<int>(name)
      .Cases("malloc", "valloc", 0)
      .Cases("calloc", "aligned_alloc", "memalign", 1)
      .Default(-1);
}

} // namespace

bool GraphValues::mayHoldPointer(llvm::Type* type) const {
  if (type->isPointerTy())
    return true;
  if (type->isVoidTy() || type->isFloatingPointTy() || !type->isSized())
    return false;
  return layout_.getTypeStoreSize(type).getKnownMinValue() >= sizeof(void*);
}

std::uint32_t GraphValues::sizeOf(llvm::Type* type) const {
  return static_cast<std::uint32_t>(layout_.getTypeStoreSize(type).getKnownMinValue());
}

unsigned GraphValues::add(ValueKind kind, llvm::ArrayRef<std::uint32_t> operands) {
  values_.push_back({.kind = kind, .operands = llvm::SmallVector<std::uint32_t, 2>(operands)});
  return values_.size() - 1;
}

unsigned GraphValues::loadFrom(unsigned address, std::uint32_t size) {
  return add(ValueKind::Load, {address, size});
}

unsigned GraphValues::atOffset(unsigned base, std::int32_t bytes) {
  return add(ValueKind::Offset, {base, static_cast<std::uint32_t>(bytes)});
}

unsigned GraphValues::threadCreatedBy(const llvm::CallBase& call) {
  auto [found, isNew] = threads_.try_emplace(&call, 0);
  if (isNew)
    found->second = add(ValueKind::Thread, {});
  return found->second;
}

unsigned GraphValues::of(const llvm::Value& value) {
  auto [found, isNew] = numbers_.try_emplace(&value, values_.size());
  if (!isNew)
    return found->second;
  // The number comes first: a phi may depend on itself.
  unsigned number = add(ValueKind::None, {});
  if (mayHoldPointer(value.getType()))
    values_[number] = describe(value);
  return number;
}

GraphValues::Value GraphValues::sameAs(const llvm::Value& value) {
  return {.kind = ValueKind::Union, .operands = {of(value)}};
}

GraphValues::Value GraphValues::unionOf(const llvm::User& user, unsigned first) {
  Value result{.kind = ValueKind::Union, .operands = {}};
  for (unsigned i = first; i < user.getNumOperands(); ++i)
    if (mayHoldPointer(user.getOperand(i)->getType()) &&
        !llvm::isa<llvm::ConstantData>(user.getOperand(i)))
      result.operands.push_back(of(*user.getOperand(i)));
  return result;
}

GraphValues::Value GraphValues::mixOf(const llvm::User& user) {
  Value mixed = unionOf(user, 0);
  if (mixed.operands.empty())
    return {};
  return {.kind = ValueKind::AnyOffset, .operands = {add(ValueKind::Union, mixed.operands)}};
}

GraphValues::Value GraphValues::describeOffset(const llvm::GEPOperator& offset) {
  unsigned base = of(*offset.getPointerOperand());
  llvm::APInt bytes(64, 0);
  if (offset.accumulateConstantOffset(layout_, bytes) && bytes.getSignificantBits() <= 32)
    return {.kind = ValueKind::Offset,
            .operands = {base, static_cast<std::uint32_t>(bytes.getSExtValue())}};
  return {.kind = ValueKind::AnyOffset, .operands = {base}};
}

GraphValues::Value GraphValues::describeConstant(const llvm::Constant& constant) {
  if (const auto* symbol = llvm::dyn_cast<llvm::GlobalValue>(&constant))
    return {.kind = ValueKind::Symbol, .operands = {symbols_.indexOf(*symbol)}};
  if (const auto* offset = llvm::dyn_cast<llvm::GEPOperator>(&constant))
    return describeOffset(*offset);
  if (llvm::isa<llvm::ConstantData>(constant))
    return {};
  return mixOf(constant);
}

GraphValues::Value GraphValues::describeCall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.isInlineAsm() ? nullptr : call.getCalledFunction();
  if (callee == nullptr)
    return {.kind = call.isInlineAsm() ? ValueKind::Unknown : ValueKind::Result, .operands = {}};
  if (std::optional<Hook> hook = hookNamed(callee->getName())) {
    bool loads =
        *hook == Hook::atomic_load || *hook == Hook::atomic_rmw || *hook == Hook::atomic_cas;
    if (loads)
      return {.kind = ValueKind::Load, .operands = {of(*call.getArgOperand(1)), sizeof(void*)}};
    return mixOf(call); // libc functions return one of their arguments, or a number
  }
  if (callee->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    return sameAs(*call.getArgOperand(0));
  if (callee->isIntrinsic())
    return mixOf(call);
  if (int argument = sizeArgumentOfAllocation(callee->getName());
      argument >= 0 && callee->isDeclaration()) {
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    bool isKnown = size != nullptr && size->getValue().getActiveBits() < 31;
    return {.kind = ValueKind::Heap,
            .operands = {isKnown ? static_cast<std::uint32_t>(size->getZExtValue()) : 0}};
  }
  return {.kind = ValueKind::Result, .operands = {}};
}

GraphValues::Value GraphValues::describe(const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
    return describeConstant(*constant);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return {.kind = ValueKind::Parameter, .operands = {argument->getArgNo()}};
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&value)) {
    std::optional<llvm::TypeSize> size = local->getAllocationSize(layout_);
    bool isKnown = size && !size->isScalable();
    return {.kind = ValueKind::Local,
            .operands = {isKnown ? static_cast<std::uint32_t>(size->getFixedValue()) : 0}};
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value))
    return {.kind = ValueKind::Load,
            .operands = {of(*load->getPointerOperand()), sizeOf(load->getType())}};
  if (const auto* offset = llvm::dyn_cast<llvm::GEPOperator>(&value))
    return describeOffset(*offset);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&value))
    return describeCall(*call);
  if (llvm::isa<llvm::PHINode, llvm::ExtractValueInst, llvm::InsertValueInst, llvm::FreezeInst>(
          value))
    return unionOf(llvm::cast<llvm::User>(value), 0);
  if (llvm::isa<llvm::SelectInst>(value))
    return unionOf(llvm::cast<llvm::User>(value), 1);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value))
    return mayHoldPointer(cast->getOperand(0)->getType()) ? sameAs(*cast->getOperand(0)) : Value{};
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst>(value))
    return mixOf(llvm::cast<llvm::User>(value));
  return {.kind = ValueKind::Unknown, .operands = {}};
}

void GraphValues::write(llvm::SmallVectorImpl<std::uint32_t>& words) const {
  words.push_back(values_.size());
  for (const Value& value : values_) {
    words.push_back(static_cast<std::uint32_t>(value.kind) |
                    static_cast<std::uint32_t>(value.operands.size()) << 8);
    words.append(value.operands.begin(), value.operands.end());
  }
}

} // namespace heddle::instrument
