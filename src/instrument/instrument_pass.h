// SPDX-License-Identifier: Apache-2.0
// Inserts the hooks of runtime/abi/hooks.def into every function of a module.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::instrument
