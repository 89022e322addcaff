// SPDX-License-Identifier: Apache-2.0
// Declarations of the runtime's hooks in the module being compiled, generated from the same list as
// their definitions (runtime/abi/hooks.def).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstdint>
#include <optional>

namespace heddle::instrument {

enum class Hook : std::uint8_t {
#define HEDDLE_HOOK(name, ...) name,
#include "runtime/abi/hooks.def"
  Count
};

inline constexpr llvm::StringLiteral kHookPrefix = "heddle_rt_";

// One per module; declares a hook when it is first called.
class HookTable {
public:
  explicit HookTable(llvm::Module& module) : module_(module) {}

  llvm::CallInst*
  call(llvm::IRBuilderBase& builder, Hook hook, llvm::ArrayRef<llvm::Value*> arguments);

  // The hook that replaces calls of the libc function `callee`, if there is one: same name, same
  // signature, and defined elsewhere.
  std::optional<Hook> libcReplacement(const llvm::Function& callee);

private:
  llvm::FunctionCallee declare(Hook hook);
  llvm::FunctionType* typeOf(Hook hook);

  llvm::Module& module_;
  std::array<llvm::FunctionCallee, static_cast<unsigned>(Hook::Count)> declared_;
};

// The hook that `callee` is, if it is one.
std::optional<Hook> hookNamed(llvm::StringRef symbol);

// Whether the hook counts as an event of the execution, so that a loop which calls it can be stopped.
bool countsEvents(Hook hook);

} // namespace heddle::instrument
