// SPDX-License-Identifier: Apache-2.0
// Readies a module for hooks: takes away what would let the optimiser act on them wrongly.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

class PreparePass : public llvm::PassInfoMixin<PreparePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// Whether the pass may put code into the function at all.
bool mayBeInstrumented(const llvm::Function& function);

} // namespace heddle::instrument
