// SPDX-License-Identifier: Apache-2.0
// Names addresses the way the source does: `balance_`, `head->next`, `items[]`, `*p`, `counter`.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

#include <string>

#include "instrument/source_object.h"
#include "instrument/type_index.h"

namespace heddle::instrument {

// Lives for one function, which must not be rewritten before the last call.
class VariableNames {
public:
  VariableNames(const llvm::Function& function, const TypeIndex& types);

  struct Description {
    std::string text; // "" if it is not in the debug info
    bool isPointer = false;
  };

  // What an access of `size` bytes (0: unknown) at `address` reads or writes. One value, or a range
  // that may be a whole object.
  enum class Extent : std::uint8_t { Value, Range };
  Description describe(const llvm::Value* address, std::uint64_t size, Extent extent) const;

private:
  // A debug variable that lives at a value (`isAddress`), or a pointer variable that has this value.
  struct Binding {
    const llvm::DILocalVariable* variable;
    bool isAddress;
    std::int64_t offset; // into the variable, when locals were split
  };

  void bind(const llvm::Instruction& instruction);
  void bindAddress(const llvm::Value* value, const Binding& binding);
  SourceObject objectAt(const llvm::Value* address, unsigned depth) const;
  SourceObject fromBinding(const Binding& binding) const;
  SourceObject fromGlobal(const llvm::GlobalVariable& global) const;
  SourceObject fromOffset(const llvm::GEPOperator& offset, unsigned depth) const;
  SourceObject fromCall(const llvm::CallBase& call, unsigned depth) const;

  const llvm::DataLayout& layout_;
  const TypeIndex& types_;
  bool hidesLibrary_;
  llvm::DenseMap<const llvm::Value*, Binding> bindings_;
};

} // namespace heddle::instrument
