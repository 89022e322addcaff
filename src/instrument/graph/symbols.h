// SPDX-License-Identifier: Apache-2.0
// The symbols that the summary graph of a module refers to, and the pointers in their initial values.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace heddle::instrument {

// One per module.
class GraphSymbols {
public:
  unsigned indexOf(const llvm::GlobalValue& symbol);

  // Notes where the initial values of globals point: to functions (virtual tables) and to other globals.
  void addInitialValues(const llvm::Module& module);
  // The functions that run before main.
  void addConstructors(const llvm::Module& module);

  // Notes what a function without a graph refers to: it may call or change all of it.
  void addUnknownCode(const llvm::Function& function);

  // Appends everything in the form of runtime/abi/graph.h.
  void write(llvm::SmallVectorImpl<std::uint32_t>& words, std::string& text) const;

private:
  struct InitialPointer {
    unsigned symbol, offset, target, targetOffset;
  };

  void addPointers(unsigned symbol,
                   std::uint64_t offset,
                   const llvm::Constant& value,
                   const llvm::DataLayout& layout);

  llvm::DenseMap<const llvm::GlobalValue*, unsigned> numbers_;
  llvm::SmallVector<const llvm::GlobalValue*> symbols_;
  llvm::SmallVector<InitialPointer> initialPointers_;
  llvm::SmallVector<unsigned> constructors_;
  llvm::SmallSetVector<unsigned, 8> knownOutside_;
};

} // namespace heddle::instrument
