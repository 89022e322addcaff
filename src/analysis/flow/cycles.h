// SPDX-License-Identifier: Apache-2.0
// Loops of control flow, and what runs at most once.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/flow/call_graph.h"

namespace heddle::analysis::flow {

class Cycles {
public:
  Cycles(const Program& program, const CallGraph& calls);

  // Whether the node may execute again before its function returns.
  bool isInCycle(NodeId node) const { return isInCycle_[node]; }
  // A set of nodes that every cycle passes: where a loop begins its next iteration.
  bool isLoopHeader(NodeId node) const { return isLoopHeader_[node]; }

  // Whether the node is executed at most once in an execution of the program, by one thread.
  bool isOnce(NodeId node) const;
  // Whether there is at most one object that the value makes: a local, memory or a thread.
  bool makesOneObject(ValueId value) const;

private:
  enum class Once : std::uint8_t { Unknown, Asking, Yes, No };

  void findCycles(BodyId body);
  bool askOnce(BodyId body);

  const Program& program_;
  const CallGraph& calls_;
  std::vector<bool> isInCycle_;
  std::vector<bool> isLoopHeader_;
  std::vector<std::vector<NodeId>>
      entries_; // by body: calls and creations of threads that lead to it
  std::vector<Once> once_;
  std::vector<NodeId> makers_; // by value: the call that allocates it or creates the thread
};

} // namespace heddle::analysis::flow
