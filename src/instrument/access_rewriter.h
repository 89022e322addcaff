// SPDX-License-Identifier: Apache-2.0
// Hooks on everything in one function that touches memory.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

#include "instrument/escape.h"
#include "instrument/hook_table.h"
#include "instrument/site_table.h"
#include "instrument/variable_names.h"

namespace heddle::instrument {

// Lives for one function. Works in two steps: first decide what to hook and find the names of the
// variables, while the code is as the user wrote it; then rewrite.
class AccessRewriter {
public:
  AccessRewriter(llvm::Function& function,
                 HookTable& hooks,
                 SiteTable& sites,
                 const TypeIndex& types,
                 const CaptureSummary& captures);

  void run();

private:
  // One address that an instruction uses, by operand number: earlier rewrites may replace the operand.
  struct Operand {
    unsigned index;
    bool isWrite;
    VariableNames::Description description;
  };
  struct Target {
    llvm::Instruction* instruction;
    llvm::SmallVector<Operand, 2> operands;
  };

  // ---- what to hook (access_rewriter.cpp)
  void collect(llvm::Instruction& instruction);
  void collectCall(llvm::CallBase& call);
  void addOperand(Target& target, unsigned index, bool isWrite, std::uint64_t size);
  bool needsHook(const llvm::Value* address, bool isWrite);
  void rewrite(Target& target);

  // ---- loads and stores (plain_accesses.cpp)
  void hookLoad(llvm::LoadInst& load, const Operand& operand);
  void hookStore(llvm::StoreInst& store, const Operand& operand);

  // ---- atomics (atomics.cpp)
  void replaceAtomicLoad(llvm::LoadInst& load, const Operand& operand);
  void replaceAtomicStore(llvm::StoreInst& store, const Operand& operand);
  void replaceRmw(llvm::AtomicRMWInst& rmw, const Operand& operand);
  void replaceCompareExchange(llvm::AtomicCmpXchgInst& exchange, const Operand& operand);
  void replaceFence(llvm::FenceInst& fence);
  void
  announceOtherAtomic(llvm::Instruction& atomic, const Operand& operand, const SiteTraits& traits);

  // ---- memory intrinsics, libc, lifetimes (memory_functions.cpp)
  void hookRanges(llvm::CallBase& call, llvm::ArrayRef<Operand> operands);
  void replaceLibcCall(llvm::CallBase& call, Hook hook, const std::string& variable);
  void hookScopeEnd(llvm::IntrinsicInst& lifetimeEnd);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  HookTable& hooks_;
  SiteTable& sites_;
  EscapeAnalysis escape_;
  VariableNames names_;
  llvm::SmallVector<Target> targets_;
};

// Inserts before an instruction, at its source location.
class HookBuilder : public llvm::IRBuilder<> {
public:
  explicit HookBuilder(llvm::Instruction& before);
};

// `value` as 64 bits, zero-extended; null when it is wider or an aggregate.
llvm::Value* toBits(llvm::IRBuilderBase& builder, llvm::Value* value);

// The inverse: the low bits of `bits` as a value of `type`, which toBits accepts.
llvm::Value* fromBits(llvm::IRBuilderBase& builder, llvm::Value* bits, llvm::Type* type);

} // namespace heddle::instrument
