// SPDX-License-Identifier: Apache-2.0
// Which bodies each call may enter, and where control may continue after it.
#pragma once

#include <vector>

#include "analysis/assumptions.h"
#include "analysis/flow/points_to.h"
#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

class CallGraph {
public:
  CallGraph(const Program& program, const PointsTo& pointsTo);

  // The bodies that a call may enter, those that unknown code may call back included. Also for the return of a thread's
  // start function: handlers run after it.
  const std::vector<BodyId>& callees(NodeId call) const { return callees_[call]; }
  const std::vector<NodeId>& callers(BodyId body) const { return callers_[body]; }

  // The bodies that a thread created by `creation` may start with.
  const std::vector<BodyId>& starts(NodeId creation) const { return callees_[creation]; }
  const std::vector<NodeId>& creations() const { return creations_; }

  // Code outside may call it at any time.
  bool isCalledFromOutside(BodyId body) const { return isCalledFromOutside_[body]; }
  // All such bodies. When one of them ends, unknown code may call any of them next.
  const std::vector<BodyId>& outside() const { return outside_; }
  // Whether the call may run code that is not known.
  bool callsUnknown(NodeId call) const { return callsUnknown_[call]; }

  // Successors in the same body, those behind a call included if the call can return or throw to there.
  const std::vector<NodeId>& next(NodeId node) const { return next_[node]; }
  // Where `call` continues after its callee returned, or threw.
  const std::vector<NodeId>& afterReturn(NodeId call) const { return afterReturn_[call]; }
  const std::vector<NodeId>& afterThrow(NodeId call) const { return afterThrow_[call]; }

  Assumptions assumptions() const { return assumptions_; }

private:
  void resolve(NodeId call);
  void resolveCreation(NodeId creation);
  void addUnknown(NodeId call);
  void addThreadEnds(NodeId creation);
  void addThreadExits();
  // The bodies of functions, and whether there may be others.
  std::vector<BodyId> bodiesOf(ValueId callee, bool& mayBeOther) const;
  void splitSuccessors();
  void findEnds();
  bool findEnds(BodyId body);
  bool mayReturn(NodeId call) const;
  bool mayThrow(NodeId call) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  std::vector<BodyId> outside_; // bodies that code outside may call
  std::vector<std::vector<BodyId>> callees_;
  std::vector<std::vector<NodeId>> callers_;
  std::vector<NodeId> creations_;
  std::vector<bool> isCalledFromOutside_;
  std::vector<bool> callsUnknown_;
  std::vector<bool> callsLibrary_; // a function without a body: it may return
  std::vector<bool> returns_;      // by body
  std::vector<bool> throws_;
  std::vector<std::vector<NodeId>> next_;
  std::vector<std::vector<NodeId>> afterReturn_;
  std::vector<std::vector<NodeId>> afterThrow_;
  Assumptions assumptions_;
};

} // namespace heddle::analysis::flow
