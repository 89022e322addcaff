// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/call_graph.h"

#include <algorithm>
#include <set>

#include "analysis/flow/library.h"

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;

void insertOnce(std::vector<BodyId>& list, BodyId body) {
  if (std::ranges::find(list, body) == list.end())
    list.push_back(body);
}

} // namespace

CallGraph::CallGraph(const Program& program, const PointsTo& pointsTo)
    : program_(program), pointsTo_(pointsTo), callees_(program.nodes.size()),
      callers_(program.bodies.size()), isCalledFromOutside_(program.bodies.size()),
      callsUnknown_(program.nodes.size()), callsLibrary_(program.nodes.size()),
      returns_(program.bodies.size()), throws_(program.bodies.size()), next_(program.nodes.size()),
      afterReturn_(program.nodes.size()), afterThrow_(program.nodes.size()) {
  assumptions_.modulesSkipped = program.modulesSkipped;
  for (BodyId body = 0; body < program.bodies.size(); ++body)
    if (pointsTo.isCalledFromOutside(program.bodies[body].symbol)) {
      isCalledFromOutside_[body] = true;
      outside_.push_back(body);
    }
  for (NodeId id = 0; id < program.nodes.size(); ++id) {
    if (program.nodes[id].kind == NodeKind::Call)
      resolve(id);
    else if (isSync(program.nodes[id], abi::SyncOperation::ThreadCreate))
      resolveCreation(id);
  }
  addThreadExits();
  for (NodeId id = 0; id < program.nodes.size(); ++id)
    if (!isSync(program.nodes[id], abi::SyncOperation::ThreadCreate))
      for (BodyId body : callees_[id])
        callers_[body].push_back(id);
  splitSuccessors();
  findEnds();
}

void CallGraph::addUnknown(NodeId call) {
  callsUnknown_[call] = true;
  callsLibrary_[call] = true;
  for (BodyId body : outside_)
    insertOnce(callees_[call], body);
}

void CallGraph::resolve(NodeId call) {
  bool mayBeOther = false;
  for (SymbolId function : pointsTo_.functions(program_.nodes[call].operands[1], mayBeOther)) {
    const Symbol& symbol = program_.symbols[function];
    for (BodyId body : symbol.bodies)
      insertOnce(callees_[call], body);
    if (!symbol.bodies.empty())
      continue;
    callsLibrary_[call] = true;
    if (!isHarmless(symbol.name) && !registersExitHandler(symbol.name))
      addUnknown(call);
  }
  if (!mayBeOther)
    return;
  ++assumptions_.unresolvedCalls;
  addUnknown(call);
}

std::vector<BodyId> CallGraph::bodiesOf(ValueId callee, bool& mayBeOther) const {
  std::vector<BodyId> bodies;
  for (SymbolId function : pointsTo_.functions(callee, mayBeOther)) {
    const Symbol& symbol = program_.symbols[function];
    for (BodyId body : symbol.bodies)
      insertOnce(bodies, body);
    mayBeOther = mayBeOther || (symbol.bodies.empty() && !isHarmless(symbol.name));
  }
  return bodies;
}

void CallGraph::resolveCreation(NodeId creation) {
  creations_.push_back(creation);
  bool isUnknown = false;
  callees_[creation] = bodiesOf(program_.nodes[creation].operands[1], isUnknown);
  if (isUnknown) {
    ++assumptions_.unknownThreads;
    for (BodyId body : outside_)
      insertOnce(callees_[creation], body);
  }
  addThreadEnds(creation);
}

// What a thread does after its start function: it is called by the return of that function.
void CallGraph::addThreadEnds(NodeId creation) {
  constexpr std::size_t kFinish = 3;
  if (program_.nodes[creation].operands.size() <= kFinish)
    return;
  bool isUnknown = false;
  const std::vector<BodyId> ends = bodiesOf(program_.nodes[creation].operands[kFinish], isUnknown);
  for (BodyId start : callees_[creation])
    for (NodeId node : program_.bodies[start].nodes)
      if (program_.nodes[node].kind == NodeKind::Return) {
        for (BodyId end : ends)
          insertOnce(callees_[node], end);
        if (isUnknown)
          addUnknown(node);
      }
}

void CallGraph::addThreadExits() {
  std::set<std::string_view> unknown;
  bool hasHandlers = false;
  for (const Symbol& symbol : program_.symbols) {
    hasHandlers = hasHandlers || registersThreadExitHandler(symbol.name);
    // A symbol that is only declared is not necessarily called; counting it costs nothing.
    if (symbol.isFunction && symbol.bodies.empty() && !isHarmless(symbol.name) &&
        !isNeverCalled(symbol.name))
      unknown.insert(symbol.name);
  }
  assumptions_.unknownFunctions = static_cast<unsigned>(unknown.size());
  if (!hasHandlers)
    return;
  std::vector<BodyId> ends;
  for (NodeId creation : creations_)
    for (BodyId body : callees_[creation])
      insertOnce(ends, body);
  if (program_.start != kNothing)
    insertOnce(ends, program_.start);
  for (BodyId body : ends)
    for (NodeId node : program_.bodies[body].nodes)
      if (program_.nodes[node].kind == NodeKind::Return)
        addUnknown(node);
}

void CallGraph::splitSuccessors() {
  for (NodeId id = 0; id < program_.nodes.size(); ++id) {
    const Node& node = program_.nodes[id];
    bool hasThrow = (node.kind == NodeKind::Call || node.kind == NodeKind::Sync) &&
                    (node.flags & abi::kMayThrow) != 0 && node.successors.size() > 1;
    afterReturn_[id] = node.successors;
    if (!hasThrow)
      continue;
    afterReturn_[id].pop_back();
    afterThrow_[id].push_back(node.successors.back());
  }
}

bool CallGraph::mayReturn(NodeId call) const {
  return program_.nodes[call].kind != NodeKind::Call || callsLibrary_[call] ||
         std::ranges::any_of(callees_[call], [&](BodyId body) { return returns_[body]; });
}

bool CallGraph::mayThrow(NodeId call) const {
  return program_.nodes[call].kind != NodeKind::Call || callsLibrary_[call] ||
         std::ranges::any_of(callees_[call], [&](BodyId body) { return throws_[body]; });
}

// Follows the body with what is known so far; whether something new was found.
bool CallGraph::findEnds(BodyId body) {
  const Body& code = program_.bodies[body];
  const NodeId first = code.entry();
  std::vector<bool> seen(code.nodes.size());
  std::vector<NodeId> open = {first};
  seen[0] = true;
  bool returned = false;
  bool thrown = false;
  while (!open.empty()) {
    NodeId node = open.back();
    open.pop_back();
    returned = returned || program_.nodes[node].kind == NodeKind::Return;
    thrown = thrown || program_.nodes[node].kind == NodeKind::Unwind;
    next_[node].clear();
    if (mayReturn(node))
      next_[node] = afterReturn_[node];
    if (mayThrow(node))
      next_[node].insert(next_[node].end(), afterThrow_[node].begin(), afterThrow_[node].end());
    for (NodeId successor : next_[node])
      if (!seen[successor - first]) {
        seen[successor - first] = true;
        open.push_back(successor);
      }
  }
  bool isNew = returned != returns_[body] || thrown != throws_[body];
  returns_[body] = returned;
  throws_[body] = thrown;
  return isNew;
}

void CallGraph::findEnds() {
  for (bool changed = true; changed;) {
    changed = false;
    for (BodyId body = 0; body < program_.bodies.size(); ++body)
      changed = findEnds(body) || changed;
  }
}

} // namespace heddle::analysis::flow
