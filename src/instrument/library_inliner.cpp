// SPDX-License-Identifier: Apache-2.0
// Problem: before optimisation `counter.fetch_add(1)` is a call into <atomic>, and `v[i]` is a call into
// <vector>. The accesses are then in a header that the user does not know, with parameter names of
// the library. All uses share one site, and every iterator is a local whose address escapes to a call.
//
// Idea: first inline small library functions, and nothing else. The site of the atomic operation is
// then the user's line, its variable is `counter`, and iterators become registers. Inlining and
// promoting locals do not remove accesses to memory that another thread could see, so no bug is lost. The
// user's own functions are not inlined until hooks are in.
//
// Before:  define i32 @main() { ... call i32 @_ZNSt13__atomic_baseIiE9fetch_addE...(ptr @counter, ...) }
// After:   define i32 @main() { ... atomicrmw add ptr @counter, i32 1 seq_cst, !dbg !inlinedAtUserLine }
//
// Functions are visited callees first. So the size of a function includes its inlined callees,
// and code grows by at most kLargestInlined instructions per call.
#include "instrument/library_inliner.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "instrument/capture_summary.h"
#include "instrument/prepare_pass.h"
#include "instrument/source_place.h"

namespace heddle::instrument {
namespace {

// Arbitrary: includes std::atomic, iterators, smart pointers, lock guards and element access, but not
// growing, searching and formatting. Functions that the library marks as always inlined always are:
// an atomic operation is large only until its memory order is known.
constexpr unsigned kLargestInlined = 30;

using FunctionSet = llvm::DenseSet<const llvm::Function*>;

bool isSmall(const llvm::Function& function) {
  unsigned size = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (!instruction.isLifetimeStartOrEnd() && !llvm::isa<llvm::AllocaInst>(instruction) &&
        ++size > kLargestInlined)
      return false;
  return true;
}

bool isWorthInlining(llvm::Function& function) {
  return isLibraryFunction(function) && !isLibraryCache(function) &&
         !function.hasFnAttribute(llvm::Attribute::NoInline) && !function.isVarArg() &&
         !function.isPresplitCoroutine() &&
         (function.hasFnAttribute(llvm::Attribute::AlwaysInline) || isSmall(function)) &&
         llvm::isInlineViable(function).isSuccess();
}

void inlineCalls(llvm::Function& caller,
                 const FunctionSet& inlined,
                 llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(caller))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (call->getCalledFunction() != &caller && inlined.contains(call->getCalledFunction()))
        calls.push_back(call);
  auto assumptions = [&](llvm::Function& function) -> llvm::AssumptionCache& {
    return analyses.getResult<llvm::AssumptionAnalysis>(function);
  };
  for (llvm::CallBase* call : calls) {
    llvm::InlineFunctionInfo info(assumptions);
    // A call that cannot be inlined (for example, with an odd signature) is kept.
    (void)llvm::InlineFunction(*call, info);
  }
}

} // namespace

llvm::PreservedAnalyses LibraryInlinerPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager& analyses) {
  auto& functionAnalyses =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  FunctionSet inlined;
  for (llvm::Function* function : calleesFirst(module)) {
    if (function->hasOptNone())
      continue;
    inlineCalls(*function, inlined, functionAnalyses);
    functionAnalyses.invalidate(*function, llvm::PreservedAnalyses::none());
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(*function, functionAnalyses);
    functionAnalyses.invalidate(*function, llvm::PreservedAnalyses::none());
    if (isWorthInlining(*function))
      inlined.insert(function);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace heddle::instrument
