// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/locksets.h"

#include <algorithm>

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;
using abi::SyncOperation;
using abi::ValueKind;

constexpr std::uint8_t kDeepest = 8; // arbitrary: deeper recursive locks count as this deep

bool isSameLock(const HeldLock& a, const HeldLock& b) {
  return a.relative == b.relative && a.absolute == b.absolute && a.isShared == b.isShared &&
         a.isStable == b.isStable;
}

// Keeps what both hold. Whether `into` changed.
bool intersect(LockSet& into, const LockSet& other) {
  const std::size_t size = into.size();
  bool changed = false;
  std::erase_if(into, [&](HeldLock& lock) {
    auto found =
        std::ranges::find_if(other, [&](const HeldLock& held) { return isSameLock(lock, held); });
    if (found == other.end())
      return true;
    if (found->depth < lock.depth) {
      lock.depth = found->depth;
      changed = true;
    }
    return false;
  });
  return changed || into.size() != size;
}

void lower(LockSet& held, LockSet::iterator lock) {
  if (--lock->depth == 0)
    held.erase(lock);
}

} // namespace

RelativeAddress relative(const Program& program, ValueId value) {
  std::int64_t offset = 0;
  // Offsets of phis may form cycles; no address in a program is nested deeper than this.
  for (unsigned step = 0; step < 64; ++step) {
    const Value& known = program.values[value];
    if (known.kind == ValueKind::Offset)
      offset += static_cast<std::int32_t>(known.operands[1]);
    else if (known.kind != ValueKind::Union || known.operands.size() != 1)
      break;
    value = known.operands[0];
  }
  return {.root = value, .offset = static_cast<std::int32_t>(offset)};
}

Locksets::Locksets(const Program& program,
                   const PointsTo& pointsTo,
                   const CallGraph& calls,
                   const Cycles& cycles)
    : program_(program), pointsTo_(pointsTo), calls_(calls), cycles_(cycles),
      before_(program.nodes.size()), isReached_(program.nodes.size()),
      summaries_(program.bodies.size()), entries_(program.bodies.size()),
      hasEntry_(program.bodies.size()),
      hasCheckingMutexes_(program.find("pthread_mutexattr_settype") != nullptr) {
  summarise();
  findEntries();
}

TargetId Locksets::absolute(ValueId operand) const {
  const IdSet& targets = pointsTo_.targets(operand);
  if (targets.size() != 1 || targets.front() == kOutside)
    return kNothing;
  const Target& target = pointsTo_.target(targets.front());
  if (target.offset == Target::kAny)
    return kNothing;
  const Object& object = pointsTo_.object(target.object);
  if (object.kind == ObjectKind::Global)
    return targets.front();
  const bool isMemory = object.kind == ObjectKind::Local || object.kind == ObjectKind::Heap;
  return isMemory && cycles_.makesOneObject(object.origin) ? targets.front() : kNothing;
}

void Locksets::acquire(LockSet& held, NodeId node, bool isShared) const {
  const ValueId operand = program_.nodes[node].operands[0];
  const ValueKind root = program_.values[relative(program_, operand).root].kind;
  const bool isStable = root == ValueKind::Parameter || root == ValueKind::Symbol ||
                        root == ValueKind::Local || !cycles_.isInCycle(node);
  HeldLock lock{.relative = relative(program_, operand),
                .absolute = absolute(operand),
                .operand = operand,
                .isShared = isShared,
                .isStable = isStable};
  auto found = std::ranges::find_if(held, [&](const HeldLock& known) {
    return known.relative == lock.relative ||
           (lock.absolute != kNothing && known.absolute == lock.absolute);
  });
  if (found == held.end())
    return held.push_back(lock);
  // A second acquisition that fails with an error, as that of a checking mutex does, must not count.
  const bool isReadWriteLock = (program_.nodes[node].flags & abi::kIsReadWriteLock) != 0;
  const bool mayFail = isReadWriteLock ? !isShared : hasCheckingMutexes_;
  if (found->isShared == isShared && !mayFail && found->depth < kDeepest)
    ++found->depth;
}

// Releases the lock that it surely is, or else all that it may be.
void Locksets::release(LockSet& held, const Release& release, Releases* releases) const {
  const TargetId target = absolute(release.operand);
  auto found = std::ranges::find_if(held, [&](const HeldLock& lock) {
    bool isRelative = release.relative.root != kNothing && lock.relative == release.relative;
    return isRelative || (target != kNothing && lock.absolute == target);
  });
  if (found != held.end())
    return lower(held, found);
  for (std::size_t i = held.size(); i-- > 0;)
    if (pointsTo_.mayAlias(held[i].operand, release.operand))
      lower(held, held.begin() + static_cast<std::ptrdiff_t>(i));
  if (releases != nullptr)
    releases->push_back(release);
}

RelativeAddress
Locksets::inCaller(const RelativeAddress& address, NodeId call, BodyId callee) const {
  constexpr std::size_t kFirstArgument = 2;
  const std::vector<ValueId>& operands = program_.nodes[call].operands;
  const std::vector<ValueId>& parameters = program_.bodies[callee].parameters;
  for (std::size_t i = 0; i < parameters.size() && i + kFirstArgument < operands.size(); ++i)
    if (parameters[i] != kNothing && parameters[i] == address.root) {
      const RelativeAddress argument = relative(program_, operands[i + kFirstArgument]);
      return {.root = argument.root, .offset = argument.offset + address.offset};
    }
  return {};
}

LockSet Locksets::translate(const LockSet& held, NodeId call, BodyId callee) const {
  constexpr std::size_t kFirstArgument = 2;
  const std::vector<ValueId>& operands = program_.nodes[call].operands;
  LockSet passed;
  for (HeldLock lock : held) {
    const RelativeAddress known = lock.relative;
    lock.relative = {};
    const std::vector<ValueId>& parameters = program_.bodies[callee].parameters;
    for (std::size_t i = kFirstArgument; i < operands.size(); ++i) {
      if (i - kFirstArgument >= parameters.size() || parameters[i - kFirstArgument] == kNothing)
        continue;
      const RelativeAddress argument = relative(program_, operands[i]);
      if (argument.root == known.root)
        lock.relative = {.root = parameters[i - kFirstArgument],
                         .offset = known.offset - argument.offset};
    }
    lock.isStable = true;
    if (lock.relative.root != kNothing || lock.absolute != kNothing)
      passed.push_back(lock);
  }
  return passed;
}

LockSet Locksets::translateBack(const LockSet& held, NodeId call, BodyId callee) const {
  LockSet returned;
  for (HeldLock lock : held) {
    lock.relative = inCaller(lock.relative, call, callee);
    lock.isStable = !cycles_.isInCycle(call);
    if (lock.relative.root != kNothing || lock.absolute != kNothing)
      returned.push_back(lock);
  }
  return returned;
}

LockSet Locksets::afterCall(NodeId call, const LockSet& held, Releases* releases) const {
  LockSet result = held;
  LockSet acquired;
  bool isFirst = true;
  for (BodyId callee : calls_.callees(call)) {
    for (const Release& known : summaries_[callee].released)
      release(result,
              {.operand = known.operand, .relative = inCaller(known.relative, call, callee)},
              releases);
    LockSet gained = translateBack(summaries_[callee].acquired, call, callee);
    if (isFirst)
      acquired = std::move(gained);
    else
      intersect(acquired, gained);
    isFirst = false;
  }
  if (calls_.callsUnknown(call)) {
    // It may release every lock that it knows.
    std::erase_if(result, [&](const HeldLock& lock) {
      return std::ranges::any_of(pointsTo_.targets(lock.operand), [&](TargetId id) {
        return pointsTo_.object(pointsTo_.target(id).object).isOutside;
      });
    });
    return result;
  }
  result.insert(result.end(), acquired.begin(), acquired.end());
  return result;
}

LockSet Locksets::after(NodeId node, const LockSet& held, Releases* releases) const {
  const Node& here = program_.nodes[node];
  if (here.kind == NodeKind::Call)
    return afterCall(node, held, releases);
  LockSet result = held;
  // A wait releases its mutex and acquires it again (AccessPairs splits it).
  if (isSync(here, SyncOperation::Lock)) {
    acquire(result, node, false);
  } else if (isSync(here, SyncOperation::LockShared)) {
    acquire(result, node, true);
  } else if (isSync(here, SyncOperation::Unlock)) {
    release(result,
            {.operand = here.operands[0], .relative = relative(program_, here.operands[0])},
            releases);
  }
  return result;
}

void Locksets::propagate(BodyId body, const LockSet& entry, Releases* releases) {
  const Body& code = program_.bodies[body];
  for (NodeId node : code.nodes) {
    before_[node].clear();
    isReached_[node] = false;
  }
  before_[code.entry()] = entry;
  isReached_[code.entry()] = true;
  std::vector<NodeId> open = {code.entry()};
  while (!open.empty()) {
    NodeId node = open.back();
    open.pop_back();
    LockSet held = after(node, before_[node], releases);
    for (NodeId next : calls_.next(node)) {
      LockSet arriving = held;
      if (cycles_.isLoopHeader(next))
        std::erase_if(arriving, [](const HeldLock& lock) { return !lock.isStable; });
      if (!isReached_[next]) {
        isReached_[next] = true;
        before_[next] = std::move(arriving);
        open.push_back(next);
      } else if (intersect(before_[next], arriving)) {
        open.push_back(next);
      }
    }
  }
}

bool Locksets::summariseReleases(BodyId body) {
  Releases releases;
  propagate(body, {}, &releases);
  std::ranges::sort(releases);
  const auto repeated = std::ranges::unique(releases);
  releases.erase(repeated.begin(), repeated.end());
  bool changed = releases != summaries_[body].released;
  summaries_[body].released = std::move(releases);
  return changed;
}

// What is held at every return if nothing was held at the entry.
void Locksets::summariseAcquired(BodyId body) {
  propagate(body, {}, nullptr);
  bool isFirst = true;
  LockSet acquired;
  for (NodeId node : program_.bodies[body].nodes) {
    if (program_.nodes[node].kind != NodeKind::Return || !isReached_[node])
      continue;
    if (isFirst)
      acquired = before_[node];
    else
      intersect(acquired, before_[node]);
    isFirst = false;
  }
  summaries_[body].acquired = std::move(acquired);
}

// Releases grow to a fixed point for what is known about acquisitions, which starts with nothing: every round is safe. The second
// round knows functions that lock or unlock for their caller, the third one those that call such functions.
void Locksets::summarise() {
  constexpr unsigned kRounds = 3;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (Summary& summary : summaries_)
      summary.released.clear();
    for (bool changed = true; changed;) {
      changed = false;
      for (BodyId body = 0; body < program_.bodies.size(); ++body)
        changed = summariseReleases(body) || changed;
    }
    for (BodyId body = 0; body < program_.bodies.size(); ++body)
      summariseAcquired(body);
  }
}

bool Locksets::passToCallees(NodeId call) {
  bool changed = false;
  for (BodyId callee : calls_.callees(call)) {
    LockSet passed = translate(before_[call], call, callee);
    if (!hasEntry_[callee]) {
      hasEntry_[callee] = true;
      entries_[callee] = std::move(passed);
      changed = true;
    } else {
      changed = intersect(entries_[callee], passed) || changed;
    }
  }
  return changed;
}

void Locksets::findEntries() {
  auto isRoot = [&](BodyId body) {
    return body == program_.start || calls_.isCalledFromOutside(body) ||
           calls_.callers(body).empty();
  };
  for (BodyId body = 0; body < program_.bodies.size(); ++body)
    hasEntry_[body] = isRoot(body);
  for (NodeId creation : calls_.creations())
    for (BodyId body : calls_.starts(creation)) {
      hasEntry_[body] = true;
      entries_[body].clear();
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (BodyId body = 0; body < program_.bodies.size(); ++body) {
      if (!hasEntry_[body])
        continue;
      propagate(body, entries_[body], nullptr);
      for (NodeId node : program_.bodies[body].nodes)
        if (program_.nodes[node].kind == NodeKind::Call && isReached_[node])
          changed = passToCallees(node) || changed;
    }
  }
  for (const Node& node : program_.nodes)
    if ((isSync(node, SyncOperation::Lock) || isSync(node, SyncOperation::LockShared)) &&
        absolute(node.operands[0]) == kNothing)
      ++unknownLocks_;
}

} // namespace heddle::analysis::flow
