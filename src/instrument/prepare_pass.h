// SPDX-License-Identifier: Apache-2.0
// Prepares a module for hooks: removes what would let the optimiser treat them wrongly.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

class PreparePass : public llvm::PassInfoMixin<PreparePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// Whether it only fills a cache of the standard library, as library_caches.def explains.
bool isLibraryCache(const llvm::Function& function);

// Whether the pass may insert code into the function at all.
bool mayBeInstrumented(const llvm::Function& function);

} // namespace heddle::instrument
