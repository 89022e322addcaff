// SPDX-License-Identifier: Apache-2.0
// Inlines small functions of library headers into their callers and promotes local variables, all
// before hooks are inserted.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

class LibraryInlinerPass : public llvm::PassInfoMixin<LibraryInlinerPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::instrument
