// SPDX-License-Identifier: Apache-2.0
// The summary graph of one function: control flow between its sites, calls, and the flow of pointers.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>

#include "instrument/graph/values.h"
#include "instrument/hook_table.h"
#include "instrument/sync_calls.h"

namespace heddle::instrument {

// Numbers the site records that the graphs of a module refer to.
class GraphSites {
public:
  unsigned indexOf(const llvm::Constant& site);
  llvm::ArrayRef<const llvm::Constant*> all() const { return sites_; }

private:
  llvm::DenseMap<const llvm::Constant*, unsigned> numbers_;
  llvm::SmallVector<const llvm::Constant*> sites_;
};

// Reads a function that has all its hooks: a hook names its site, so the graph and the runtime cannot disagree on what a site is.
class FunctionGraph {
public:
  FunctionGraph(const llvm::Function& function, GraphSymbols& symbols, GraphSites& sites);

  void write(llvm::SmallVectorImpl<std::uint32_t>& words) const;

private:
  static constexpr unsigned kNone = ~0u;

  struct Node {
    abi::NodeKind kind = abi::NodeKind::Step;
    std::uint32_t flags = 0;
    unsigned site = kNone;
    llvm::SmallVector<unsigned, 3> operands;
    llvm::SmallVector<unsigned, 2> successors;
  };
  struct Transfer {
    unsigned to, from;
    std::uint32_t size;
  };

  void addBlock(const llvm::BasicBlock& block);
  void addInstruction(const llvm::Instruction& instruction);
  void addTerminator(const llvm::Instruction& terminator);
  void addCall(const llvm::CallBase& call);
  void addHook(const llvm::CallBase& call, Hook hook);
  void addAccess(const llvm::CallBase& call, std::uint32_t flags);
  void addSync(const llvm::CallBase& call, const SyncCall& sync);
  void addGenericAtomic(const llvm::CallBase& call, abi::SiteKind kind);
  void addIntrinsic(const llvm::IntrinsicInst& intrinsic);
  void addOrdinaryCall(const llvm::CallBase& call);
  void addGuardedHook(const llvm::CallBase& hook, const llvm::BasicBlock& rest);
  void linkCall(const llvm::CallBase& call, unsigned node);

  unsigned nodeAt(const llvm::BasicBlock& block);
  unsigned unwindNode();
  // A new node after the current one, which becomes the current one.
  unsigned append(Node node);
  unsigned siteOf(const llvm::CallBase& hook);
  unsigned announcedSiteOf(const llvm::CallBase& call);

  const llvm::Function& function_;
  GraphSymbols& symbols_;
  GraphSites& sites_;
  GraphValues values_;
  llvm::SmallVector<Node> nodes_;
  llvm::SmallVector<Transfer> stores_;
  llvm::SmallVector<Transfer> copies_;
  llvm::SmallVector<unsigned> returns_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> branchSites_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> callSites_;
  unsigned unwind_ = kNone;
  unsigned current_ = kNone;
};

} // namespace heddle::instrument
