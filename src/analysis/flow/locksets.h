// SPDX-License-Identifier: Apache-2.0
// Problem: which locks a thread surely holds at a node.
//
// Idea: flow-sensitive, interprocedural propagation of sets of held locks with the depth of recursive ones (thesis, section 4.2). A join
// of control flow keeps what is held on all paths. A function begins with what all its callers hold; what it acquires and
// does not release, or releases and did not acquire, is its summary at the call.
//
// A lock is known in two ways. *Absolutely*: its operand can only be one mutex, of which there is one. *Relatively*: by the value it
// is computed from, and an offset; `this->mutex_` is (this, 16). Relative locks protect accesses through the same value: two accesses to
// one address whose locks are at the same distance from it hold the same lock. (The thesis has this for synchronized methods only,
// as the filter "disjoint".) A lock that is known in neither way does not protect anything.
#pragma once

#include <compare>
#include <vector>

#include "analysis/flow/cycles.h"

namespace heddle::analysis::flow {

// An address as a value and an offset; values that only add offsets are left out.
struct RelativeAddress {
  ValueId root = kNothing;
  std::int32_t offset = 0;

  auto operator<=>(const RelativeAddress&) const = default;
};

RelativeAddress relative(const Program& program, ValueId value);

struct HeldLock {
  RelativeAddress relative;     // root kNothing: not known
  TargetId absolute = kNothing; // kNothing: not known
  ValueId operand = kNothing;   // what it was acquired with, for releases that may refer to it
  std::uint8_t depth = 1;
  bool isShared = false; // by a reader: other readers may hold it too
  bool isStable = true;  // the root does not change until the function returns
};

using LockSet = std::vector<HeldLock>;

class Locksets {
public:
  Locksets(const Program& program,
           const PointsTo& pointsTo,
           const CallGraph& calls,
           const Cycles& cycles);

  // What a thread that is about to execute the node surely holds.
  const LockSet& before(NodeId node) const { return before_[node]; }

  // The one mutex that `operand` can be, if there is one of it; otherwise kNothing.
  TargetId absolute(ValueId operand) const;

  unsigned unknownLocks() const { return unknownLocks_; }

private:
  struct Release {
    ValueId operand = kNothing;
    RelativeAddress relative; // as the body that has it in its summary knows it

    auto operator<=>(const Release&) const = default;
  };
  using Releases = std::vector<Release>;

  // What a call of a body changes.
  struct Summary {
    LockSet acquired;
    std::vector<Release> released; // of locks that it did not acquire
  };

  void summarise();
  bool summariseReleases(BodyId body);
  void summariseAcquired(BodyId body);
  void findEntries();
  bool passToCallees(NodeId call);
  // Propagates from the entry; whether something changed. `releases` collects releases of locks that are not held.
  void propagate(BodyId body, const LockSet& entry, Releases* releases);
  LockSet after(NodeId node, const LockSet& held, Releases* releases) const;
  LockSet afterCall(NodeId call, const LockSet& held, Releases* releases) const;
  void acquire(LockSet& held, NodeId node, bool isShared) const;
  void release(LockSet& held, const Release& release, Releases* releases) const;
  // An address in a callee, as the caller knows it; its root is kNothing if it does not.
  RelativeAddress inCaller(const RelativeAddress& address, NodeId call, BodyId callee) const;
  LockSet translate(const LockSet& held, NodeId call, BodyId callee) const;
  LockSet translateBack(const LockSet& held, NodeId call, BodyId callee) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  const CallGraph& calls_;
  const Cycles& cycles_;
  std::vector<LockSet> before_;
  std::vector<bool> isReached_;
  std::vector<Summary> summaries_;
  std::vector<LockSet> entries_;
  std::vector<bool> hasEntry_; // false: no caller has been seen yet
  bool hasCheckingMutexes_;    // PTHREAD_MUTEX_ERRORCHECK: only set by calls
  unsigned unknownLocks_ = 0;
};

} // namespace heddle::analysis::flow
