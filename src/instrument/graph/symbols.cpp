// SPDX-License-Identifier: Apache-2.0
#include "instrument/graph/symbols.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>

#include "runtime/abi/graph.h"

namespace heddle::instrument {
namespace {

std::uint32_t flagsOf(const llvm::GlobalValue& symbol) {
  std::uint32_t flags = 0;
  if (llvm::isa<llvm::FunctionType>(symbol.getValueType()))
    flags |= abi::kIsFunction;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol);
      variable != nullptr && variable->isConstant())
    flags |= abi::kIsConstant;
  if (symbol.hasLocalLinkage())
    flags |= abi::kIsLocal;
  // A copy for inlining alone, as of an `extern template`, is not linked: calls enter the library's.
  if ((flags & abi::kIsFunction) != 0 ? !symbol.isDeclarationForLinker() : !symbol.isDeclaration())
    flags |= abi::kIsDefined;
  return flags;
}

} // namespace

unsigned GraphSymbols::indexOf(const llvm::GlobalValue& symbol) {
  const llvm::GlobalValue* known = &symbol;
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(known))
    if (const llvm::GlobalObject* target = alias->getAliaseeObject())
      known = target;
  auto [found, isNew] = numbers_.try_emplace(known, symbols_.size());
  if (isNew)
    symbols_.push_back(known);
  return found->second;
}

void GraphSymbols::addPointers(unsigned symbol,
                               std::uint64_t offset,
                               const llvm::Constant& value,
                               const llvm::DataLayout& layout) {
  if (value.getType()->isPointerTy()) {
    llvm::APInt targetOffset(64, 0);
    const llvm::Value* base = value.stripAndAccumulateConstantOffsets(layout, targetOffset, true);
    if (const auto* target = llvm::dyn_cast<llvm::GlobalValue>(base))
      initialPointers_.push_back({symbol,
                                  static_cast<unsigned>(offset),
                                  indexOf(*target),
                                  static_cast<unsigned>(targetOffset.getZExtValue())});
    return;
  }
  if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(&value)) {
    const llvm::StructLayout* members = layout.getStructLayout(structure->getType());
    for (unsigned i = 0; i < structure->getNumOperands(); ++i)
      addPointers(symbol, offset + members->getElementOffset(i), *structure->getOperand(i), layout);
  } else if (const auto* array = llvm::dyn_cast<llvm::ConstantArray>(&value)) {
    std::uint64_t stride = layout.getTypeAllocSize(array->getType()->getElementType());
    for (unsigned i = 0; i < array->getNumOperands(); ++i)
      addPointers(symbol, offset + i * stride, *array->getOperand(i), layout);
  }
}

void GraphSymbols::addInitialValues(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && !variable.getName().starts_with("llvm.") &&
        !variable.getName().starts_with("heddle."))
      addPointers(indexOf(variable), 0, *variable.getInitializer(), module.getDataLayout());
}

void GraphSymbols::addConstructors(const llvm::Module& module) {
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer())
    return;
  for (const llvm::Use& entry : list->getInitializer()->operands())
    if (const auto* row = llvm::dyn_cast<llvm::ConstantStruct>(entry.get()))
      if (const auto* function = llvm::dyn_cast<llvm::Function>(row->getOperand(1)))
        constructors_.push_back(indexOf(*function));
}

void GraphSymbols::addUnknownCode(const llvm::Function& function) {
  llvm::SmallVector<const llvm::Constant*> open;
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
  auto reach = [&](const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
      if (seen.insert(constant).second)
        open.push_back(constant);
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::Use& operand : instruction.operands())
      reach(operand.get());
  while (!open.empty()) {
    const llvm::Constant* constant = open.pop_back_val();
    const auto* symbol = llvm::dyn_cast<llvm::GlobalValue>(constant);
    if (symbol != nullptr && !symbol->getName().starts_with("llvm."))
      knownOutside_.insert(indexOf(*symbol));
    if (symbol == nullptr)
      for (const llvm::Use& operand : constant->operands())
        reach(operand.get());
  }
}

void GraphSymbols::write(llvm::SmallVectorImpl<std::uint32_t>& words, std::string& text) const {
  words.push_back(symbols_.size());
  for (const llvm::GlobalValue* symbol : symbols_) {
    words.push_back(text.size());
    words.push_back(flagsOf(*symbol));
    text += symbol->getName();
    text += '\0';
  }
  words.push_back(initialPointers_.size());
  for (const InitialPointer& pointer : initialPointers_)
    words.append({pointer.symbol, pointer.offset, pointer.target, pointer.targetOffset});
  words.push_back(constructors_.size());
  words.append(constructors_.begin(), constructors_.end());
  words.push_back(knownOutside_.size());
  words.append(knownOutside_.begin(), knownOutside_.end());
}

} // namespace heddle::instrument
