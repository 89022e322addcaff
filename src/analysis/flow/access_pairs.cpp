// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/access_pairs.h"

#include <algorithm>

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;
using abi::SyncOperation;

bool mayTouchSameBytes(const Target& a, std::uint32_t sizeA, const Target& b, std::uint32_t sizeB) {
  if (a.object != b.object)
    return false;
  if (a.offset == Target::kAny || b.offset == Target::kAny)
    return true;
  // Size 0: only known at run time, to the end of the object.
  auto endsBefore = [](std::int32_t from, std::uint32_t size, std::int32_t to) {
    return size != 0 && from + static_cast<std::int64_t>(size) <= to;
  };
  return !endsBefore(a.offset, sizeA, b.offset) && !endsBefore(b.offset, sizeB, a.offset);
}

} // namespace

AccessPairs::AccessPairs(const Program& program,
                         const PointsTo& pointsTo,
                         const ThreadOrder& threads,
                         const Locksets* locksets,
                         const PairFilters& filters)
    : program_(program), pointsTo_(pointsTo), threads_(threads), locksets_(locksets),
      filters_(filters), escaped_(pointsTo.objectCount()) {
  for (NodeId node = 0; node < program.nodes.size(); ++node)
    if (!threads.kindsOf(node).empty() && program.nodes[node].site != nullptr)
      collect(node);
  findEscaped();
  compareAll();
}

void AccessPairs::collect(NodeId id) {
  const Node& node = program_.nodes[id];
  if (node.kind == NodeKind::Sync)
    return collectSync(id);
  if (node.kind != NodeKind::Access)
    return;
  for (ValueId operand : node.operands) {
    uses_.push_back({.node = id,
                     .part = Part::Memory,
                     .isWrite = (node.flags & abi::kWrites) != 0,
                     .operand = operand});
    const IdSet& targets = pointsTo_.targets(operand);
    unknownAccesses_ += targets.empty() || targets.contains(kOutside) ? 1 : 0;
  }
}

void AccessPairs::collectSync(NodeId id) {
  const std::vector<ValueId>& operands = program_.nodes[id].operands;
  auto add = [&](Part part, bool isWrite, ValueId operand, ValueId mutex = kNothing) {
    uses_.push_back(
        {.node = id, .part = part, .isWrite = isWrite, .operand = operand, .mutex = mutex});
  };
  switch (static_cast<SyncOperation>(program_.nodes[id].site->operation)) {
  case SyncOperation::Unlock:
  case SyncOperation::ThreadCreate:
  case SyncOperation::ThreadJoin:
    return;
  case SyncOperation::LockShared:
  case SyncOperation::TryLockShared:
    return add(Part::Lock, false, operands[0]);
  case SyncOperation::CondWait:
    add(Part::Wait, true, operands[0], operands[1]);
    return add(Part::Reacquire, true, operands[1], operands[1]);
  case SyncOperation::CondSignal:
  case SyncOperation::CondBroadcast:
    return add(Part::Notify, true, operands[0]);
  case SyncOperation::Futex: // waits or wakes; an argument decides which
    add(Part::Wait, true, operands[0]);
    return add(Part::Notify, true, operands[0]);
  default:
    return add(Part::Lock, true, operands[0]);
  }
}

// Memory that a second thread can know: globals, what unknown code knows, what a thread gets when it is created, and everything that
// these point to.
void AccessPairs::findEscaped() {
  std::vector<ObjectId> open;
  auto reach = [&](ObjectId object) {
    if (escaped_.insert(object))
      open.push_back(object);
  };
  for (ObjectId id = 0; id < pointsTo_.objectCount(); ++id)
    if (pointsTo_.object(id).isOutside || pointsTo_.object(id).kind == ObjectKind::Global)
      reach(id);
  for (const Node& node : program_.nodes)
    if (isSync(node, SyncOperation::ThreadCreate))
      for (ValueId operand : node.operands)
        for (TargetId target : pointsTo_.targets(operand))
          reach(pointsTo_.target(target).object);
  while (!open.empty()) {
    ObjectId object = open.back();
    open.pop_back();
    for (TargetId target : pointsTo_.contents(object))
      reach(pointsTo_.target(target).object);
  }
}

std::uint32_t AccessPairs::sizeOf(const Use& use) const {
  return use.part == Part::Memory ? program_.nodes[use.node].site->size : 1;
}

bool AccessPairs::shareMemory(const Use& a, const Use& b) const {
  const IdSet& targetsA = pointsTo_.targets(a.operand);
  const IdSet& targetsB = pointsTo_.targets(b.operand);
  auto isUnknown = [](const IdSet& targets) { return targets.empty(); };
  if (!filters_.alias || isUnknown(targetsA) || isUnknown(targetsB))
    return true;
  for (TargetId first : targetsA)
    for (TargetId second : targetsB) {
      const Target& x = pointsTo_.target(first);
      const Target& y = pointsTo_.target(second);
      bool meetOutside = (x.object == 0 && pointsTo_.object(y.object).isOutside) ||
                         (y.object == 0 && pointsTo_.object(x.object).isOutside);
      bool isShared = !filters_.escape || escaped_.contains(x.object);
      if (meetOutside || (isShared && mayTouchSameBytes(x, sizeOf(a), y, sizeOf(b))))
        return true;
    }
  return false;
}

LockSet AccessPairs::held(const Use& use) const {
  LockSet locks = locksets_->before(use.node);
  if (use.mutex != kNothing) {
    const RelativeAddress mutex = relative(program_, use.mutex);
    const TargetId target = locksets_->absolute(use.mutex);
    std::erase_if(locks, [&](const HeldLock& lock) {
      return lock.relative == mutex || (target != kNothing && lock.absolute == target) ||
             pointsTo_.mayAlias(lock.operand, use.mutex);
    });
  }
  return locks;
}

bool AccessPairs::haveCommonLock(const Use& a, const Use& b) const {
  const LockSet heldA = held(a);
  const LockSet heldB = held(b);
  return std::ranges::any_of(heldA, [&](const HeldLock& lock) {
    return lock.absolute != kNothing && std::ranges::any_of(heldB, [&](const HeldLock& other) {
             return other.absolute == lock.absolute && !(lock.isShared && other.isShared);
           });
  });
}

bool AccessPairs::haveRelativeLock(const Use& a, const Use& b) const {
  if (a.part != Part::Memory || b.part != Part::Memory || sizeOf(a) == 0 || sizeOf(a) != sizeOf(b))
    return false;
  const RelativeAddress addressA = relative(program_, a.operand);
  const RelativeAddress addressB = relative(program_, b.operand);
  const LockSet heldA = held(a);
  const LockSet heldB = held(b);
  return std::ranges::any_of(heldA, [&](const HeldLock& lock) {
    return lock.relative.root == addressA.root &&
           std::ranges::any_of(heldB, [&](const HeldLock& other) {
             return other.relative.root == addressB.root && !(lock.isShared && other.isShared) &&
                    lock.relative.offset - addressA.offset ==
                        other.relative.offset - addressB.offset;
           });
  });
}

bool AccessPairs::conflict(const Use& a, const Use& b, PairKind& kind) const {
  auto are = [&](Part first, Part second) {
    return (a.part == first && b.part == second) || (a.part == second && b.part == first);
  };
  if (are(Part::Memory, Part::Memory))
    kind = PairKind::ReadWrite;
  else if (are(Part::Lock, Part::Lock))
    kind = PairKind::LockLock;
  else if (are(Part::Wait, Part::Notify))
    kind = PairKind::WaitNotify;
  else if (are(Part::Reacquire, Part::Lock))
    kind = PairKind::WaitLock;
  else
    return false;
  return a.isWrite || b.isWrite;
}

bool AccessPairs::areExclusive(const Use& a, const Use& b) const {
  if (locksets_ == nullptr)
    return false;
  return (filters_.commonLock && haveCommonLock(a, b)) ||
         (filters_.relativeLock && haveRelativeLock(a, b));
}

void AccessPairs::compare(const Use& a, const Use& b) {
  PairKind kind{};
  if (conflict(a, b, kind) && threads_.mayBeParallel(a.node, b.node) && shareMemory(a, b) &&
      !areExclusive(a, b))
    pairs_.push_back({a.node, b.node, kind});
}

// Compares only uses that may refer to one object. Uses of unknown memory are compared with all.
void AccessPairs::compareAll() {
  std::vector<std::vector<std::uint32_t>> byObject(pointsTo_.objectCount());
  std::vector<std::uint32_t> unknown;
  for (std::uint32_t i = 0; i < uses_.size(); ++i) {
    const IdSet& targets = pointsTo_.targets(uses_[i].operand);
    if (targets.empty() || !filters_.alias)
      unknown.push_back(i);
    for (TargetId target : targets) {
      ObjectId object = pointsTo_.target(target).object;
      byObject[object].push_back(i);
      if (object != 0 && pointsTo_.object(object).isOutside)
        byObject[0].push_back(i);
    }
  }
  std::vector<std::uint32_t> comparedWith(uses_.size(), kNothing);
  auto compareWith = [&](std::uint32_t i, std::uint32_t k) {
    if (k < i || comparedWith[k] == i)
      return;
    comparedWith[k] = i;
    compare(uses_[i], uses_[k]);
  };
  for (std::uint32_t i = 0; i < uses_.size(); ++i) {
    const IdSet& targets = pointsTo_.targets(uses_[i].operand);
    bool isUnknown = targets.empty() || !filters_.alias;
    for (std::uint32_t k = i; isUnknown && k < uses_.size(); ++k)
      compareWith(i, k);
    for (std::uint32_t k : unknown)
      compareWith(i, k);
    for (TargetId target : targets)
      for (std::uint32_t k : byObject[pointsTo_.target(target).object])
        compareWith(i, k);
    bool isOutside = std::ranges::any_of(targets, [&](TargetId target) {
      return pointsTo_.object(pointsTo_.target(target).object).isOutside;
    });
    for (std::uint32_t k : isOutside ? byObject[0] : std::vector<std::uint32_t>{})
      compareWith(i, k);
  }
}

} // namespace heddle::analysis::flow
