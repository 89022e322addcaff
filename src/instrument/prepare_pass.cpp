// SPDX-License-Identifier: Apache-2.0
// Before:  define i32 @f(ptr %p) memory(read) nosync { ... }     declare ptr @malloc(i64)
// After:   define i32 @f(ptr %p) sanitize_thread null_pointer_is_valid "no-builtins" { ... }
//          declare ptr @malloc(i64) "no-builtins"
//
// sanitize_thread        LLVM does not invent loads (a conditional load would become load + select, and
//                        a hook would report an access that the program never makes).
// null_pointer_is_valid  accesses through null stay and crash instead of becoming `unreachable`.
// "no-builtins"          LLVM knows nothing about malloc, operator new, free, ...: an allocation that
//                        is freed twice but never read would be removed together with its bug.
// no memory(...) etc.    a function with hooks reads and writes the whole world, wherever it is
//                        defined: libstdc++ declares _Rb_tree_increment pure, heddle's own has hooks.
#include "instrument/prepare_pass.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <array>

#include "instrument/hook_table.h"

namespace heddle::instrument {
namespace {

llvm::AttributeMask falsePromises() {
  llvm::AttributeMask mask;
  for (llvm::Attribute::AttrKind kind : {llvm::Attribute::Memory,
                                         llvm::Attribute::NoCallback,
                                         llvm::Attribute::NoFree,
                                         llvm::Attribute::NoRecurse,
                                         llvm::Attribute::NoSync,
                                         llvm::Attribute::Speculatable,
                                         llvm::Attribute::WillReturn})
    mask.addAttribute(kind);
  return mask;
}

void withdrawFromCalls(llvm::Function& function, const llvm::AttributeMask& mask) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm())
      continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isIntrinsic())
      call->removeFnAttrs(mask);
  }
}

// The loader runs it during relocation, when the engine's hooks cannot be called yet.
bool isResolver(const llvm::Function& function) {
  return llvm::any_of(function.getParent()->ifuncs(), [&](const llvm::GlobalIFunc& indirect) {
    return indirect.getResolverFunction() == &function;
  });
}

} // namespace

bool isLibraryCache(const llvm::Function& function) {
  static constexpr std::array kNames = {
#define HEDDLE_LIBRARY_CACHE(name) llvm::StringRef(name),
#include "instrument/library_caches.def"
#undef HEDDLE_LIBRARY_CACHE
  };
  return llvm::is_contained(kNames, function.getName());
}

bool mayBeInstrumented(const llvm::Function& function) {
  return !function.isDeclaration() && !isLibraryCache(function) &&
         !function.getName().starts_with(kHookPrefix) && !isResolver(function) &&
         !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation);
}

llvm::PreservedAnalyses PreparePass::run(llvm::Module& module,
                                         llvm::ModuleAnalysisManager& /*analyses*/) {
  const llvm::AttributeMask mask = falsePromises();
  for (llvm::Function& function : module) {
    if (function.isIntrinsic())
      continue;
    function.removeFnAttrs(mask);
    function.addFnAttr("no-builtins");
    if (!mayBeInstrumented(function))
      continue;
    function.addFnAttr(llvm::Attribute::SanitizeThread);
    function.addFnAttr(llvm::Attribute::NullPointerIsValid);
    withdrawFromCalls(function, mask);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace heddle::instrument
