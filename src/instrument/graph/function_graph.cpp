// SPDX-License-Identifier: Apache-2.0
#include "instrument/graph/function_graph.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {
namespace {

using abi::NodeKind;

const llvm::Function* directCallee(const llvm::CallBase& call) {
  return call.isInlineAsm() ? nullptr : call.getCalledFunction();
}

std::optional<Hook> hookOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : directCallee(*call);
  return callee == nullptr ? std::nullopt : hookNamed(callee->getName());
}

// The hook that a conditional branch on the tracing flag guards (control_flow.cpp), or null.
const llvm::CallBase* guardedHook(const llvm::BranchInst& branch) {
  if (branch.isUnconditional())
    return nullptr;
  const llvm::BasicBlock* guarded = branch.getSuccessor(0);
  if (guarded->getSingleSuccessor() != branch.getSuccessor(1))
    return nullptr;
  const llvm::Instruction* last = guarded->getTerminator()->getPrevNonDebugInstruction();
  std::optional<Hook> hook = last == nullptr ? std::nullopt : hookOf(*last);
  bool isGuarded = hook && (*hook == Hook::function_entry || *hook == Hook::function_exit ||
                            *hook == Hook::branch || *hook == Hook::indirect_call);
  return isGuarded ? llvm::cast<llvm::CallBase>(last) : nullptr;
}

std::uint32_t constantSize(const llvm::Value& size) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&size);
  bool isKnown = constant != nullptr && constant->getValue().getActiveBits() <= 31;
  return isKnown ? static_cast<std::uint32_t>(constant->getZExtValue()) : 0;
}

// How a libc function uses the memory that its arguments point to.
std::uint32_t libcFlags(Hook hook) {
  switch (hook) {
  case Hook::libc_memcpy:
  case Hook::libc_memmove:
  case Hook::libc_memset:
  case Hook::libc_strcpy:
  case Hook::libc_strncpy:
  case Hook::libc_strcat:
  case Hook::libc_strncat:
    return abi::kReads | abi::kWrites;
  default:
    return abi::kReads;
  }
}

} // namespace

unsigned GraphSites::indexOf(const llvm::Constant& site) {
  auto [found, isNew] = numbers_.try_emplace(&site, sites_.size());
  if (isNew)
    sites_.push_back(&site);
  return found->second;
}

FunctionGraph::FunctionGraph(const llvm::Function& function,
                             GraphSymbols& symbols,
                             GraphSites& sites)
    : function_(function), symbols_(symbols), sites_(sites),
      values_(symbols, function.getDataLayout()) {
  nodes_.push_back(
      {.kind = NodeKind::Entry, .flags = 0, .site = kNone, .operands = {}, .successors = {1}});
  nodeAt(function.getEntryBlock());
  // A block behind a guard is read together with the guard.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> guarded;
  for (const llvm::BasicBlock& block : function)
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()))
      if (guardedHook(*branch) != nullptr)
        guarded.insert(branch->getSuccessor(0));
  for (const llvm::BasicBlock& block : function)
    if (!guarded.contains(&block))
      addBlock(block);
}

unsigned FunctionGraph::nodeAt(const llvm::BasicBlock& block) {
  auto [found, isNew] = blocks_.try_emplace(&block, nodes_.size());
  if (isNew)
    nodes_.emplace_back();
  return found->second;
}

unsigned FunctionGraph::unwindNode() {
  if (unwind_ == kNone) {
    unwind_ = nodes_.size();
    nodes_.emplace_back().kind = NodeKind::Unwind;
  }
  return unwind_;
}

unsigned FunctionGraph::append(Node node) {
  unsigned number = nodes_.size();
  nodes_[current_].successors.push_back(number);
  nodes_.push_back(std::move(node));
  current_ = number;
  return number;
}

unsigned FunctionGraph::siteOf(const llvm::CallBase& hook) {
  return sites_.indexOf(*llvm::cast<llvm::Constant>(hook.getArgOperand(0)));
}

unsigned FunctionGraph::announcedSiteOf(const llvm::CallBase& call) {
  const llvm::Constant* site = announcedSite(call);
  return site == nullptr ? kNone : sites_.indexOf(*site);
}

void FunctionGraph::addBlock(const llvm::BasicBlock& block) {
  current_ = nodeAt(block);
  for (const llvm::Instruction& instruction : block)
    if (!instruction.isTerminator())
      addInstruction(instruction);
  addTerminator(*block.getTerminator());
}

void FunctionGraph::addInstruction(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return addCall(*call);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store == nullptr || !values_.mayHoldPointer(store->getValueOperand()->getType()) ||
      llvm::isa<llvm::ConstantData>(store->getValueOperand()) ||
      llvm::isa<llvm::ConstantExpr>(store->getPointerOperand()))
    return;
  const llvm::DataLayout& layout = function_.getDataLayout();
  auto size = layout.getTypeStoreSize(store->getValueOperand()->getType()).getKnownMinValue();
  stores_.push_back({values_.of(*store->getPointerOperand()),
                     values_.of(*store->getValueOperand()),
                     static_cast<std::uint32_t>(size)});
}

void FunctionGraph::addCall(const llvm::CallBase& call) {
  if (std::optional<Hook> hook = hookOf(call))
    return addHook(call, *hook);
  if (std::optional<SyncCall> sync = syncCallOf(call))
    return addSync(call, *sync);
  if (std::optional<abi::SiteKind> atomic = genericAtomicOf(call))
    return addGenericAtomic(call, *atomic);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return addIntrinsic(*intrinsic);
  addOrdinaryCall(call);
}

void FunctionGraph::addHook(const llvm::CallBase& call, Hook hook) {
  auto storeInto = [&](unsigned argument) {
    stores_.push_back({values_.of(*call.getArgOperand(1)),
                       values_.of(*call.getArgOperand(argument)),
                       sizeof(void*)});
  };
  switch (hook) {
  case Hook::load:
  case Hook::range_read:
    return addAccess(call, abi::kReads);
  case Hook::store:
  case Hook::range_write:
    return addAccess(call, abi::kWrites);
  case Hook::atomic_load:
    return addAccess(call, abi::kReads | abi::kAtomic);
  case Hook::atomic_store:
    storeInto(2);
    return addAccess(call, abi::kWrites | abi::kAtomic);
  case Hook::atomic_rmw:
    storeInto(2);
    return addAccess(call, abi::kReads | abi::kWrites | abi::kAtomic);
  case Hook::atomic_cas:
    storeInto(3);
    return addAccess(call, abi::kReads | abi::kWrites | abi::kAtomic);
  case Hook::atomic_other:
    return addAccess(call, abi::kReads | abi::kWrites | abi::kAtomic);
  case Hook::scope_end:
    return;
  case Hook::libc_memcpy:
  case Hook::libc_memmove:
    copies_.push_back({values_.of(*call.getArgOperand(1)),
                       values_.of(*call.getArgOperand(2)),
                       constantSize(*call.getArgOperand(3))});
    break;
  case Hook::fence:
  case Hook::tick:
  case Hook::function_entry:
  case Hook::function_exit:
  case Hook::branch:
  case Hook::indirect_call: {
    append({.kind = NodeKind::Step,
            .flags = 0,
            .site = siteOf(call),
            .operands = {},
            .successors = {}});
    return;
  }
  default:
    break;
  }
  addAccess(call, libcFlags(hook));
}

void FunctionGraph::addAccess(const llvm::CallBase& call, std::uint32_t flags) {
  Node node{.kind = NodeKind::Access,
            .flags = flags,
            .site = siteOf(call),
            .operands = {},
            .successors = {}};
  for (const llvm::Use& argument : llvm::drop_begin(call.args()))
    if (argument->getType()->isPointerTy())
      node.operands.push_back(values_.of(*argument));
  append(std::move(node));
}

void FunctionGraph::addSync(const llvm::CallBase& call, const SyncCall& sync) {
  auto argument = [&](unsigned i) { return values_.of(*call.getArgOperand(i)); };
  auto pointee = [&](unsigned i) { return values_.loadFrom(argument(i), sizeof(void*)); };
  Node node{.kind = NodeKind::Sync,
            .flags = (call.doesNotThrow() ? 0u : abi::kMayThrow) |
                     (sync.isReadWriteLock ? abi::kIsReadWriteLock : 0u),
            .site = announcedSiteOf(call),
            .operands = {},
            .successors = {}};
  switch (sync.form) {
  case SyncForm::Pointer:
  case SyncForm::Value:
    node.operands = {argument(0)};
    break;
  case SyncForm::Handle:
    node.operands = {pointee(0)};
    break;
  case SyncForm::Guarded:
    node.operands = {argument(0), pointee(1)};
    break;
  case SyncForm::State:
    node.operands = {argument(0)};
    break;
  case SyncForm::Word:
    node.operands = {argument(1)};
    break;
  }
  if (sync.operation == abi::SyncOperation::CondWait && sync.form == SyncForm::Pointer)
    node.operands.push_back(argument(1));
  if (sync.operation == abi::SyncOperation::ThreadCreate) {
    unsigned thread = values_.threadCreatedBy(call);
    stores_.push_back({argument(0), thread, sizeof(void*)});
    // pthread_create has attributes before the start function, thrd_create does not. A std::thread runs the third
    // virtual function of its state, _M_run, and then the second one, the deleting destructor.
    constexpr std::int32_t kDelete = sizeof(void*);
    constexpr std::int32_t kRun = 2 * sizeof(void*);
    unsigned start = kNone;
    unsigned state = kNone;
    unsigned finish = kNone;
    if (sync.form == SyncForm::State) {
      state = pointee(1);
      unsigned table = values_.loadFrom(state, sizeof(void*));
      start = values_.loadFrom(values_.atOffset(table, kRun), sizeof(void*));
      finish = values_.loadFrom(values_.atOffset(table, kDelete), sizeof(void*));
    } else {
      start = argument(call.arg_size() - 2);
      state = argument(call.arg_size() - 1);
    }
    node.operands = {thread, start, state};
    if (finish != kNone)
      node.operands.push_back(finish);
  }
  unsigned number = append(std::move(node));
  linkCall(call, number);
  if (sync.operation == abi::SyncOperation::Once && call.arg_size() == 2) {
    // pthread_once calls its second argument.
    unsigned nothing = values_.of(
        *llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(function_.getContext())));
    append({.kind = NodeKind::Call,
            .flags = abi::kIsIndirect,
            .site = kNone,
            .operands = {nothing, argument(1)},
            .successors = {}});
  }
}

// Arguments: size, object, and memory from or to which the object is copied.
void FunctionGraph::addGenericAtomic(const llvm::CallBase& call, abi::SiteKind kind) {
  auto argument = [&](unsigned i) { return values_.of(*call.getArgOperand(i)); };
  const bool loads = kind != abi::SiteKind::AtomicStore;
  const bool stores = kind != abi::SiteKind::AtomicLoad;
  const unsigned source = kind == abi::SiteKind::AtomicCas ? 3 : 2;
  const unsigned destination = kind == abi::SiteKind::AtomicRmw ? 3 : 2;
  const std::uint32_t size = constantSize(*call.getArgOperand(0));
  if (loads)
    copies_.push_back({argument(destination), argument(1), size});
  if (stores)
    copies_.push_back({argument(1), argument(source), size});
  append({.kind = NodeKind::Access,
          .flags = abi::kAtomic | (loads ? abi::kReads : 0u) | (stores ? abi::kWrites : 0u),
          .site = announcedSiteOf(call),
          .operands = {argument(1)},
          .successors = {}});
}

void FunctionGraph::addIntrinsic(const llvm::IntrinsicInst& intrinsic) {
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic))
    copies_.push_back({values_.of(*transfer->getRawDest()),
                       values_.of(*transfer->getRawSource()),
                       constantSize(*transfer->getLength())});
}

void FunctionGraph::addOrdinaryCall(const llvm::CallBase& call) {
  Node node{.kind = NodeKind::Call,
            .flags = call.doesNotThrow() ? 0u : abi::kMayThrow,
            .site = kNone,
            .operands = {values_.of(call), 0},
            .successors = {}};
  const llvm::Function* callee = directCallee(call);
  node.operands[1] = values_.of(*call.getCalledOperand());
  if (callee == nullptr) {
    node.flags |= abi::kIsIndirect;
    auto announced = callSites_.find(call.getParent());
    if (announced != callSites_.end() && !call.isInlineAsm()) {
      node.site = announced->second;
      callSites_.erase(announced);
    }
  }
  for (const llvm::Use& argument : call.args())
    node.operands.push_back(values_.of(*argument));
  linkCall(call, append(std::move(node)));
}

// Adds the edges to where control continues. For an invoke these are blocks, which addTerminator adds.
void FunctionGraph::linkCall(const llvm::CallBase& call, unsigned node) {
  if ((nodes_[node].flags & abi::kMayThrow) == 0 || llvm::isa<llvm::InvokeInst>(call))
    return;
  // The successor after the call comes first, so it gets a node of its own now.
  append({});
  unsigned unwind = unwindNode();
  nodes_[node].successors.push_back(unwind);
}

void FunctionGraph::addGuardedHook(const llvm::CallBase& hook, const llvm::BasicBlock& rest) {
  const std::optional<Hook> kind = hookOf(hook);
  if (kind == Hook::branch) {
    branchSites_[&rest] = siteOf(hook);
  } else if (kind == Hook::indirect_call) {
    callSites_[&rest] = siteOf(hook);
  } else if (kind) {
    addHook(hook, *kind);
  }
}

void FunctionGraph::addTerminator(const llvm::Instruction& terminator) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    if (const llvm::CallBase* hook = guardedHook(*branch)) {
      addGuardedHook(*hook, *branch->getSuccessor(1));
      unsigned rest = nodeAt(*branch->getSuccessor(1));
      nodes_[current_].successors.push_back(rest);
      return;
    }
  if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&terminator)) {
    if (const llvm::Value* value = result->getReturnValue())
      returns_.push_back(values_.of(*value));
    append({.kind = NodeKind::Return, .flags = 0, .site = kNone, .operands = {}, .successors = {}});
    return;
  }
  if (llvm::isa<llvm::ResumeInst>(terminator)) {
    unsigned unwind = unwindNode();
    nodes_[current_].successors.push_back(unwind);
    return;
  }
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&terminator))
    addCall(*invoke);
  if (auto announced = branchSites_.find(terminator.getParent()); announced != branchSites_.end())
    append({.kind = NodeKind::Branch,
            .flags = 0,
            .site = announced->second,
            .operands = {},
            .successors = {}});
  llvm::SmallVector<unsigned, 4> next;
  for (const llvm::BasicBlock* successor : llvm::successors(&terminator))
    next.push_back(nodeAt(*successor));
  // A branch lists where it goes when its condition is true first; the graph lists what follows 0 first.
  if (llvm::isa<llvm::BranchInst>(terminator) && next.size() == 2)
    std::swap(next[0], next[1]);
  nodes_[current_].successors.append(next);
}

void FunctionGraph::write(llvm::SmallVectorImpl<std::uint32_t>& words) const {
  auto writeTransfers = [&](llvm::ArrayRef<Transfer> transfers) {
    words.push_back(transfers.size());
    for (const Transfer& transfer : transfers)
      words.append({transfer.to, transfer.from, transfer.size});
  };
  auto writeList = [&](llvm::ArrayRef<unsigned> list) {
    words.push_back(list.size());
    words.append(list.begin(), list.end());
  };
  words.push_back(symbols_.indexOf(function_));
  words.push_back(function_.arg_size());
  values_.write(words);
  writeTransfers(stores_);
  writeTransfers(copies_);
  writeList(returns_);
  words.push_back(nodes_.size());
  for (const Node& node : nodes_) {
    words.push_back(static_cast<std::uint32_t>(node.kind) | node.flags << 8);
    words.push_back(node.site == kNone ? 0 : node.site + 1);
    writeList(node.operands);
    writeList(node.successors);
  }
}

} // namespace heddle::instrument
