// SPDX-License-Identifier: Apache-2.0
// Which addresses no other thread can ever hold.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Value.h>

#include "instrument/capture_summary.h"

namespace heddle::instrument {

// Answers for one function, before any hook is inserted into it: hooks take addresses as arguments
// and would make every local look shared.
class EscapeAnalysis {
public:
  explicit EscapeAnalysis(const CaptureSummary& captures) : captures_(captures) {}

  // Whether only this function knows `object`, a local variable.
  bool isPrivateLocal(const llvm::Value* object);

  // Whether `address` is in such a local, however it was computed.
  bool isPrivate(const llvm::Value* address);

  // Whether the memory at `address` never changes: constants, string literals, virtual tables.
  static bool isConstant(const llvm::Value* address);

private:
  const CaptureSummary& captures_;
  llvm::DenseMap<const llvm::Value*, bool> privateLocals_;
};

} // namespace heddle::instrument
