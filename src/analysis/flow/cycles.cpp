// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/cycles.h"

#include <algorithm>

namespace heddle::analysis::flow {

Cycles::Cycles(const Program& program, const CallGraph& calls)
    : program_(program), calls_(calls), isInCycle_(program.nodes.size()),
      isLoopHeader_(program.nodes.size()), entries_(program.bodies.size()),
      once_(program.bodies.size(), Once::Unknown), makers_(program.values.size(), kNothing) {
  for (NodeId node = 0; node < program.nodes.size(); ++node)
    for (BodyId callee : calls.callees(node))
      entries_[callee].push_back(node);
  for (NodeId id = 0; id < program.nodes.size(); ++id) {
    const Node& node = program.nodes[id];
    if (node.kind == abi::NodeKind::Call || isSync(node, abi::SyncOperation::ThreadCreate))
      makers_[node.operands[0]] = id;
  }
  for (BodyId body = 0; body < program.bodies.size(); ++body)
    findCycles(body);
  for (BodyId body = 0; body < program.bodies.size(); ++body)
    once_[body] = askOnce(body) ? Once::Yes : Once::No;
}

// Tarjan's strongly connected components, without recursion: control flow may be long.
void Cycles::findCycles(BodyId body) {
  const std::vector<NodeId>& nodes = program_.bodies[body].nodes;
  const NodeId first = nodes.front();
  constexpr std::uint32_t kUnseen = ~0u;
  std::vector<std::uint32_t> number(nodes.size(), kUnseen);
  std::vector<std::uint32_t> low(nodes.size());
  std::vector<bool> isOpen(nodes.size());
  std::vector<bool> isOnPath(nodes.size());
  std::vector<NodeId> component;
  struct Frame {
    NodeId node;
    std::size_t successor;
  };
  std::vector<Frame> path;
  std::uint32_t count = 0;
  auto begin = [&](NodeId node) {
    number[node - first] = low[node - first] = count++;
    isOpen[node - first] = isOnPath[node - first] = true;
    component.push_back(node);
    path.push_back({node, 0});
  };
  begin(first);
  while (!path.empty()) {
    NodeId node = path.back().node;
    const std::vector<NodeId>& next = calls_.next(node);
    if (path.back().successor < next.size()) {
      NodeId successor = next[path.back().successor++];
      if (number[successor - first] == kUnseen) {
        begin(successor);
        continue;
      }
      if (isOnPath[successor - first])
        isLoopHeader_[successor] = true;
      if (isOpen[successor - first])
        low[node - first] = std::min(low[node - first], number[successor - first]);
      if (successor == node)
        isInCycle_[node] = true;
      continue;
    }
    path.pop_back();
    isOnPath[node - first] = false;
    if (!path.empty()) {
      std::uint32_t& outer = low[path.back().node - first];
      outer = std::min(outer, low[node - first]);
    }
    if (low[node - first] != number[node - first])
      continue;
    const bool isCycle = component.back() != node;
    for (bool isDone = false; !isDone;) {
      NodeId member = component.back();
      component.pop_back();
      isOpen[member - first] = false;
      isInCycle_[member] = isInCycle_[member] || isCycle;
      isDone = member == node;
    }
  }
}

bool Cycles::askOnce(BodyId body) {
  if (once_[body] != Once::Unknown)
    return once_[body] == Once::Yes;
  if (body == program_.start)
    return true;
  once_[body] = Once::Asking;
  const bool isCalledOnce = entries_[body].size() == 1 && !calls_.isCalledFromOutside(body) &&
                            !isInCycle_[entries_[body][0]] &&
                            askOnce(program_.nodes[entries_[body][0]].body);
  once_[body] = isCalledOnce ? Once::Yes : Once::No;
  return isCalledOnce;
}

bool Cycles::makesOneObject(ValueId value) const {
  // The slot of a local is the same in every iteration of a loop.
  if (program_.values[value].kind == abi::ValueKind::Local)
    return once_[program_.values[value].body] == Once::Yes;
  return makers_[value] != kNothing && isOnce(makers_[value]);
}

bool Cycles::isOnce(NodeId node) const {
  return !isInCycle_[node] && once_[program_.nodes[node].body] == Once::Yes;
}

} // namespace heddle::analysis::flow
