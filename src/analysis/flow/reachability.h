// SPDX-License-Identifier: Apache-2.0
// Problem: whether a thread that is at one node may still reach another, calls and returns included.
//
// Idea: a path that calls and returns can obey is one that first leaves some functions and then enters others; in between, calls that
// return are steps (Reps, Horwitz, Sagiv, "Precise interprocedural dataflow analysis via graph reachability", 1995). So there are two
// copies of the graph: in the first one returns lead to all callers, in the second one calls lead into callees, and a path may change
// from the first to the second at any node. One backward search per target answers all questions about it; it is kept (the thesis
// keeps answers per pair of nodes, section 6.2).
#pragma once

#include <memory>
#include <vector>

#include "analysis/flow/call_graph.h"
#include "analysis/flow/id_set.h"

namespace heddle::analysis::flow {

class Reachability {
public:
  Reachability(const Program& program, const CallGraph& calls);

  // Whether a thread that is about to execute `from` may execute `target`, now or later.
  bool reaches(NodeId from, NodeId target);
  // The same if `from` is where the thread starts: there are no callers to return to.
  bool reachesFromStart(NodeId from, NodeId target);

  // The nodes that a thread may execute that starts with these.
  BitSet reachableFrom(const std::vector<NodeId>& starts) const;
  // The nodes that a thread may execute after `from` without passing through a node of `barriers` and returning from it normally.
  BitSet reachableAfter(NodeId from, const BitSet& barriers) const;

private:
  struct Answer {
    BitSet leaving;  // from here, returns to callers included
    BitSet entering; // from here, without returning from the function
  };

  struct Search;

  const Answer& answerFor(NodeId target);
  // The ends of functions that unknown code calls.
  void leaveOutside(Search& search) const;

  const Program& program_;
  const CallGraph& calls_;
  std::vector<std::vector<NodeId>> before_;  // reverse of CallGraph::next
  std::vector<std::vector<NodeId>> returns_; // by body: its ends
  std::vector<std::vector<NodeId>> unwinds_;
  std::vector<std::unique_ptr<Answer>> answers_; // by target
};

} // namespace heddle::analysis::flow
