// SPDX-License-Identifier: Apache-2.0
// Concurrent access pairs (thesis, section 4.4): two accesses of different threads that may happen in parallel and conflict.
//
//   RW  accesses to memory, at least one of them a write
//   MM  acquisitions of one lock; also semaphores, barriers, one-time initialisation
//   WN  a wait and a notification of one condition; futexes
//   WM  a notified wait that acquires its mutex again, and another acquisition of it (barging)
//
// A wait is split in three: entering it needs the mutex, waiting releases it, leaving it acquires it again. WN compares the waiting
// part, WM the leaving part, so both leave the mutex of the wait out of the locks that are held.
//
// Accesses that the same lock protects do not form a pair: the order of the acquisitions decides.
#pragma once

#include <vector>

#include "analysis/assumptions.h"
#include "analysis/flow/locksets.h"
#include "analysis/flow/thread_order.h"
#include "analysis/pair_kind.h"

namespace heddle::analysis::flow {

struct NodePair {
  NodeId a = 0;
  NodeId b = 0;
  PairKind kind = PairKind::ReadWrite;
};

// What is used to leave out pairs that cannot happen; each can be switched off to measure what it is worth.
struct PairFilters {
  bool alias = true;      // the two may refer to the same memory
  bool escape = true;     // a second thread can know the memory
  bool commonLock = true; // not both hold the same lock
  bool relativeLock =
      true; // the thesis's "disjoint": each holds the lock of the object it accesses
};

class AccessPairs {
public:
  AccessPairs(const Program& program,
              const PointsTo& pointsTo,
              const ThreadOrder& threads,
              const Locksets* locksets, // null: synchronisation is ignored
              const PairFilters& filters);

  const std::vector<NodePair>& pairs() const { return pairs_; }
  unsigned unknownAccesses() const { return unknownAccesses_; }

private:
  enum class Part : std::uint8_t { Memory, Lock, Wait, Notify, Reacquire };

  // One thing that a node does to an object.
  struct Use {
    NodeId node = 0;
    Part part = Part::Memory;
    bool isWrite = true;
    ValueId operand = 0;
    ValueId mutex = kNothing; // released while it waits
  };

  void collect(NodeId node);
  void collectSync(NodeId node);
  void findEscaped();
  void compareAll();
  void compare(const Use& a, const Use& b);
  bool conflict(const Use& a, const Use& b, PairKind& kind) const;
  bool areExclusive(const Use& a, const Use& b) const;
  bool shareMemory(const Use& a, const Use& b) const;
  bool haveCommonLock(const Use& a, const Use& b) const;
  bool haveRelativeLock(const Use& a, const Use& b) const;
  LockSet held(const Use& use) const;
  std::uint32_t sizeOf(const Use& use) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  const ThreadOrder& threads_;
  const Locksets* locksets_;
  PairFilters filters_;
  std::vector<Use> uses_;
  BitSet escaped_; // objects
  std::vector<NodePair> pairs_;
  unsigned unknownAccesses_ = 0;
};

} // namespace heddle::analysis::flow
