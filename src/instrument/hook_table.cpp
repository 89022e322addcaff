// SPDX-License-Identifier: Apache-2.0
#include "instrument/hook_table.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>

#include <initializer_list>

namespace heddle::instrument {
namespace {

enum class AbiType : std::uint8_t { Void, Ptr, I8, I32, I64 };

constexpr unsigned kMaxParameters = 4;
constexpr llvm::StringLiteral kLibcPrefix = "libc_";

struct HookDescription {
  llvm::StringLiteral name;
  AbiType result;
  std::array<AbiType, kMaxParameters> parameters; // padded with Void
};

template <typename... Parameters>
constexpr HookDescription
describe(llvm::StringLiteral name, AbiType result, Parameters... parameters) {
  static_assert(sizeof...(Parameters) <= kMaxParameters);
  return {name, result, {parameters...}};
}

const HookDescription& descriptionOf(Hook hook) {
  using enum AbiType;
  static constexpr std::array kDescriptions = {
#define HEDDLE_HOOK(name, ...) describe(#name, __VA_ARGS__),
#include "runtime/abi/hooks.def"
  };
  static_assert(kDescriptions.size() == static_cast<unsigned>(Hook::Count));
  return kDescriptions[static_cast<unsigned>(hook)];
}

llvm::Type* lower(AbiType type, llvm::LLVMContext& context) {
  switch (type) {
  case AbiType::Void:
    return llvm::Type::getVoidTy(context);
  case AbiType::Ptr:
    return llvm::PointerType::getUnqual(context);
  case AbiType::I8:
    return llvm::Type::getInt8Ty(context);
  case AbiType::I32:
    return llvm::Type::getInt32Ty(context);
  case AbiType::I64:
    return llvm::Type::getInt64Ty(context);
  }
  llvm_unreachable("all ABI types are handled");
}

const llvm::StringMap<Hook>& hooksByName() {
  static const llvm::StringMap<Hook> kHooks = [] {
    llvm::StringMap<Hook> hooks;
    for (unsigned i = 0; i < static_cast<unsigned>(Hook::Count); ++i)
      hooks[descriptionOf(static_cast<Hook>(i)).name] = static_cast<Hook>(i);
    return hooks;
  }();
  return kHooks;
}

std::optional<Hook> findHook(llvm::StringRef name) {
  auto found = hooksByName().find(name);
  if (found == hooksByName().end())
    return std::nullopt;
  return found->second;
}

} // namespace

std::optional<Hook> hookNamed(llvm::StringRef symbol) {
  if (!symbol.consume_front(kHookPrefix))
    return std::nullopt;
  return findHook(symbol);
}

bool countsEvents(Hook hook) {
  switch (hook) {
  case Hook::scope_end:
  case Hook::function_entry:
  case Hook::function_exit:
  case Hook::branch:
  case Hook::indirect_call:
    return false;
  default:
    return true;
  }
}

llvm::FunctionType* HookTable::typeOf(Hook hook) {
  const HookDescription& description = descriptionOf(hook);
  llvm::SmallVector<llvm::Type*, kMaxParameters> parameters;
  for (AbiType type : description.parameters)
    if (type != AbiType::Void)
      parameters.push_back(lower(type, module_.getContext()));
  return llvm::FunctionType::get(
      lower(description.result, module_.getContext()), parameters, /*isVarArg=*/false);
}

llvm::FunctionCallee HookTable::declare(Hook hook) {
  llvm::FunctionCallee& declared = declared_[static_cast<unsigned>(hook)];
  if (declared)
    return declared;
  const HookDescription& description = descriptionOf(hook);
  declared = module_.getOrInsertFunction((kHookPrefix + description.name).str(), typeOf(hook));
  // No memory attributes on purpose: for the optimiser a hook may read and write everything that has
  // escaped, like a switch to another thread.
  if (auto* function = llvm::dyn_cast<llvm::Function>(declared.getCallee())) {
    function->setDoesNotThrow();
    for (unsigned i = 0; i < kMaxParameters; ++i)
      if (description.parameters[i] == AbiType::I8)
        function->addParamAttr(i, llvm::Attribute::ZExt);
  }
  return declared;
}

llvm::CallInst*
HookTable::call(llvm::IRBuilderBase& builder, Hook hook, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::CallInst* call = builder.CreateCall(declare(hook), arguments);
  if (auto* function = llvm::dyn_cast<llvm::Function>(declare(hook).getCallee()))
    call->setAttributes(function->getAttributes());
  return call;
}

std::optional<Hook> HookTable::libcReplacement(const llvm::Function& callee) {
  if (!callee.isDeclaration())
    return std::nullopt;
  std::optional<Hook> hook = findHook((kLibcPrefix + callee.getName()).str());
  if (!hook)
    return std::nullopt;
  llvm::FunctionType* type = typeOf(*hook);
  auto* original = llvm::FunctionType::get(
      type->getReturnType(), type->params().drop_front(), /*isVarArg=*/false);
  if (original != callee.getFunctionType())
    return std::nullopt;
  return hook;
}

} // namespace heddle::instrument
