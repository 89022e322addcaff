// SPDX-License-Identifier: Apache-2.0
// Problem: which accesses of two threads can happen in parallel, as far as creating and joining threads decides.
//
// Idea: threads of one creation site are one *kind*; a site that runs more than once makes a kind with several instances, which may
// run in parallel with each other. (The thesis unrolls loops that create threads by hand.) Kinds form a tree. A node of an ancestor can run in
// parallel with a kind from the creation on, until the thread is joined; two kinds whose nearest common ancestor creates the
// second one only after it joined the first one are ordered. Where the tree or the handle that is joined is not unique,
// everything is parallel.
//
// Naumovich, Avrunin and Clarke ("An efficient algorithm for computing MHP information for concurrent Java programs", 1999), which the
// thesis uses, propagate sets of nodes and take O(N^3). Here the work is one search per creation.
#pragma once

#include <vector>

#include "analysis/flow/cycles.h"
#include "analysis/flow/reachability.h"

namespace heddle::analysis::flow {

using KindId = std::uint32_t;

class ThreadOrder {
public:
  ThreadOrder(const Program& program,
              const PointsTo& pointsTo,
              const CallGraph& calls,
              const Cycles& cycles,
              const Reachability& reachability,
              bool usesOrder);

  std::size_t kindCount() const { return kinds_.size(); }
  // The kinds of threads that may execute the node.
  const std::vector<KindId>& kindsOf(NodeId node) const { return kindsOf_[node]; }
  bool hasInstances(KindId kind) const { return kinds_[kind].hasInstances; }
  NodeId creationOf(KindId kind) const { return kinds_[kind].creation; }

  // Whether two different threads may be about to execute the two nodes at the same time, if they do not wait for each other.
  bool mayBeParallel(NodeId a, NodeId b) const;

private:
  struct Kind {
    NodeId creation = kNothing; // kNothing: the main thread, or code that is called from outside
    KindId parent = kNothing;   // kNothing: none, or not unique
    bool hasInstances = false;
    BitSet nodes{};
    BitSet active{}; // nodes of the parent at which a thread of this kind may be running
    BitSet
        created{}; // nodes of the parent at which it has been created: threads that it created may be running
  };

  void addRoot();
  void addOutside();
  void addKinds();
  void findParents();
  void findActive(Kind& kind);
  BitSet joinsOf(NodeId creation) const;
  struct Relation {
    enum class When : std::uint8_t { Never, Always, AtNodesOfFirst, AtNodesOfSecond };
    When when = When::Always;
    const BitSet* nodes = nullptr;
  };

  Relation relate(KindId a, KindId b) const;
  std::vector<KindId> chain(KindId kind) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  const CallGraph& calls_;
  const Cycles& cycles_;
  const Reachability& reachability_;
  std::vector<Kind> kinds_;
  std::vector<std::vector<KindId>> kindsOf_;
  std::vector<std::vector<Relation>> relations_;
};

} // namespace heddle::analysis::flow
