// SPDX-License-Identifier: Apache-2.0
// Walks from an address back to something that debug info names (a local, a parameter, a global), and
// then forward again through the types in the debug info: offsets become members and elements, loads
// become dereferences.
//
//   %1 = load ptr, ptr %this.head          `head_`  of type Node*
//   %2 = gep %struct.Node, %1, i32 0, i32 1         offset 8 in *head_
//   load ptr, ptr %2                       `head_->next`
#include "instrument/variable_names.h"

#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "instrument/source_place.h"

namespace heddle::instrument {
namespace {

constexpr unsigned kMaxDepth = 16; // arbitrary: longer expressions would not help

// The offset of the part of a variable that an expression selects; nothing if it does more than that.
std::optional<std::int64_t> fragmentOffset(const llvm::DIExpression* expression) {
  constexpr std::int64_t kBitsPerByte = 8;
  if (expression->getNumElements() == 0)
    return 0;
  auto fragment = expression->getFragmentInfo();
  constexpr unsigned kFragmentElements = 3;
  if (!fragment || expression->getNumElements() != kFragmentElements)
    return std::nullopt;
  return static_cast<std::int64_t>(fragment->OffsetInBits) / kBitsPerByte;
}

std::string globalName(const llvm::DIGlobalVariable* variable) {
  const llvm::DIDerivedType* member = variable->getStaticDataMemberDeclaration();
  if (member != nullptr && member->getScope() != nullptr && !member->getScope()->getName().empty())
    return member->getScope()->getName().str() + "::" + variable->getName().str();
  return variable->getName().str();
}

// The type of `this` in a member function, null in others.
const llvm::DIType* thisType(const llvm::DISubprogram* subprogram) {
  auto signature = subprogram->getType()->getTypeArray();
  if (signature.size() < 2 || signature[1] == nullptr)
    return nullptr;
  return signature[1]->isArtificial() || signature[1]->isObjectPointer() ? signature[1] : nullptr;
}

} // namespace

VariableNames::VariableNames(const llvm::Function& function, const TypeIndex& types)
    : layout_(function.getDataLayout()), types_(types),
      hidesLibrary_(!isLibraryFunction(function)) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    bind(instruction);
}

void VariableNames::bind(const llvm::Instruction& instruction) {
  for (const llvm::DbgVariableRecord& record :
       llvm::filterDbgVars(instruction.getDbgRecordRange())) {
    const llvm::DILocalVariable* variable = record.getVariable();
    // Parameters of inlined library functions do not name anything of the user's, nor do variables
    // that the compiler generates (`__range1`).
    bool isMadeUp = variable->isArtificial() && variable->getName() != "this";
    if (record.hasArgList() || record.getDebugLoc()->getInlinedAt() != nullptr || isMadeUp)
      continue;
    std::optional<std::int64_t> offset = fragmentOffset(record.getExpression());
    if (!offset)
      continue;
    using LocationType = llvm::DbgVariableRecord::LocationType;
    if (record.getType() == LocationType::Declare)
      bindAddress(record.getVariableLocationOp(0),
                  {.variable = variable, .isAddress = true, .offset = *offset});
    else if (*offset == 0 && pointee(variable->getType(), types_) != nullptr)
      bindAddress(record.getVariableLocationOp(0),
                  {.variable = variable, .isAddress = false, .offset = 0});
    if (record.getType() == LocationType::Assign)
      bindAddress(record.getAddress(),
                  {.variable = variable, .isAddress = true, .offset = *offset});
  }
}

void VariableNames::bindAddress(const llvm::Value* value, const Binding& binding) {
  if (value != nullptr && !llvm::isa<llvm::Constant>(value))
    bindings_.try_emplace(value, binding);
}

VariableNames::Description
VariableNames::describe(const llvm::Value* address, std::uint64_t size, Extent extent) const {
  SourceObject object = objectAt(address, 0);
  if (object.isUnknown())
    return {};
  object.descend(size, extent == Extent::Value, types_);
  return {.text = object.spell(), .isPointer = object.isPointer(types_)};
}

SourceObject VariableNames::objectAt(const llvm::Value* address, unsigned depth) const {
  if (depth > kMaxDepth)
    return {};
  if (auto bound = bindings_.find(address); bound != bindings_.end())
    return fromBinding(bound->second);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(address))
    return fromGlobal(*global);
  if (const auto* offset = llvm::dyn_cast<llvm::GEPOperator>(address))
    return fromOffset(*offset, depth);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(address)) {
    SourceObject object = objectAt(load->getPointerOperand(), depth + 1);
    object.follow(types_);
    return object;
  }
  // Atomic pointers are read as integers.
  if (const auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(address))
    return objectAt(cast->getOperand(0), depth + 1);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(address))
    return fromCall(*call, depth);
  return {};
}

SourceObject VariableNames::fromBinding(const Binding& binding) const {
  const llvm::DIType* type = binding.variable->getType();
  std::string name = binding.variable->getName().str();
  SourceObject object(name, type, SourceObject::Form::Object);
  object.hideLibraryInternals(hidesLibrary_);
  if (binding.isAddress) {
    object.moveBy(binding.offset);
    return object;
  }
  object.follow(types_);
  return object;
}

SourceObject VariableNames::fromGlobal(const llvm::GlobalVariable& global) const {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty())
    return {};
  const llvm::DIGlobalVariable* variable = expressions.front()->getVariable();
  SourceObject object(globalName(variable), variable->getType(), SourceObject::Form::Object);
  object.hideLibraryInternals(hidesLibrary_);
  return object;
}

SourceObject VariableNames::fromOffset(const llvm::GEPOperator& offset, unsigned depth) const {
  SourceObject object = objectAt(offset.getPointerOperand(), depth + 1);
  if (!object.hasType())
    if (const auto* structure = llvm::dyn_cast<llvm::StructType>(offset.getSourceElementType()))
      object.setType(types_.find(structure));
  for (auto index = llvm::gep_type_begin(offset); index != llvm::gep_type_end(offset); ++index) {
    if (llvm::StructType* structure = index.getStructTypeOrNull()) {
      auto field = llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue();
      object.moveBy(
          static_cast<std::int64_t>(layout_.getStructLayout(structure)->getElementOffset(field)));
    } else if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index.getOperand())) {
      auto stride = index.getSequentialElementStride(layout_).getFixedValue();
      object.moveBy(constant->getSExtValue() * static_cast<std::int64_t>(stride));
    } else {
      object.selectElement(types_);
    }
  }
  return object;
}

SourceObject VariableNames::fromCall(const llvm::CallBase& call, unsigned depth) const {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::not_intrinsic:
    break;
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
    return objectAt(call.getArgOperand(0), depth + 1);
  default:
    return {};
  }
  const llvm::Function* callee = call.getCalledFunction();
  const llvm::DISubprogram* subprogram = callee == nullptr ? nullptr : types_.describe(*callee);
  if (subprogram == nullptr || subprogram->getType()->getTypeArray().size() == 0)
    return {};
  const llvm::DIType* result = subprogram->getType()->getTypeArray()[0];
  if (pointee(result, types_) == nullptr)
    return {};
  SourceObject object;
  const llvm::DIType* self = thisType(subprogram);
  if (self != nullptr && call.arg_size() != 0)
    object = objectAt(call.getArgOperand(0), depth + 1);
  object.hideLibraryInternals(hidesLibrary_);
  object.callMember(subprogram->getName().split('<').first, pointee(self, types_), result, types_);
  return object;
}

} // namespace heddle::instrument
