// SPDX-License-Identifier: Apache-2.0
// Writes the summary graph of a module (runtime/abi/graph.h) into the section `heddle_graphs`.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

namespace heddle::instrument {

// `functions` already have all their hooks. Functions without hooks are not described: for the analysis they are unknown code.
void writeGraph(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

} // namespace heddle::instrument
