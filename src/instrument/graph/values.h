// SPDX-License-Identifier: Apache-2.0
// Where the pointers of a function come from, as the expressions of runtime/abi/graph.h.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

#include "instrument/graph/symbols.h"
#include "runtime/abi/graph.h"

namespace heddle::instrument {

// Lives for one function, which already has its hooks. An integer of 64 bits counts as a pointer, because handles of threads are
// integers and libraries keep flags in the low bits of pointers.
class GraphValues {
public:
  GraphValues(GraphSymbols& symbols, const llvm::DataLayout& layout)
      : symbols_(symbols), layout_(layout) {}

  unsigned of(const llvm::Value& value);

  // Values that the function does not compute itself.
  unsigned loadFrom(unsigned address, std::uint32_t size);
  unsigned atOffset(unsigned base, std::int32_t bytes);
  unsigned threadCreatedBy(const llvm::CallBase& call);

  // Whether a value of this type can be or contain a pointer.
  bool mayHoldPointer(llvm::Type* type) const;

  unsigned size() const { return values_.size(); }
  void write(llvm::SmallVectorImpl<std::uint32_t>& words) const;

private:
  struct Value {
    abi::ValueKind kind = abi::ValueKind::None;
    llvm::SmallVector<std::uint32_t, 2> operands;
  };

  unsigned add(abi::ValueKind kind, llvm::ArrayRef<std::uint32_t> operands);
  Value describe(const llvm::Value& value);
  Value describeConstant(const llvm::Constant& constant);
  Value describeCall(const llvm::CallBase& call);
  Value describeOffset(const llvm::GEPOperator& offset);
  // An unknown number computed from the operands.
  Value mixOf(const llvm::User& user);
  Value unionOf(const llvm::User& user, unsigned first);
  Value sameAs(const llvm::Value& value);
  std::uint32_t sizeOf(llvm::Type* type) const;

  GraphSymbols& symbols_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
  llvm::DenseMap<const llvm::Value*, unsigned> threads_;
  llvm::SmallVector<Value> values_;
};

} // namespace heddle::instrument
