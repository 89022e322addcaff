// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/reachability.h"

#include <utility>

namespace heddle::analysis::flow {

using abi::NodeKind;

// A search over the two copies of the graph.
struct Reachability::Search {
  explicit Search(std::size_t nodes) : leaving(nodes), entering(nodes) {}

  void leave(NodeId node) {
    if (leaving.insert(node))
      open.emplace_back(node, true);
  }
  void enter(NodeId node) {
    if (entering.insert(node))
      open.emplace_back(node, false);
  }

  BitSet leaving;
  BitSet entering;
  std::vector<std::pair<NodeId, bool>> open;
};

Reachability::Reachability(const Program& program, const CallGraph& calls)
    : program_(program), calls_(calls), before_(program.nodes.size()),
      returns_(program.bodies.size()), unwinds_(program.bodies.size()),
      answers_(program.nodes.size()) {
  for (NodeId node = 0; node < program.nodes.size(); ++node) {
    for (NodeId next : calls.next(node))
      before_[next].push_back(node);
    if (program.nodes[node].kind == NodeKind::Return)
      returns_[program.nodes[node].body].push_back(node);
    else if (program.nodes[node].kind == NodeKind::Unwind)
      unwinds_[program.nodes[node].body].push_back(node);
  }
}

void Reachability::leaveOutside(Search& search) const {
  for (BodyId body : calls_.outside()) {
    for (NodeId end : returns_[body])
      search.leave(end);
    for (NodeId end : unwinds_[body])
      search.leave(end);
  }
}

const Reachability::Answer& Reachability::answerFor(NodeId target) {
  std::unique_ptr<Answer>& answer = answers_[target];
  if (answer != nullptr)
    return *answer;
  Search search(program_.nodes.size());
  search.enter(target);
  while (!search.open.empty()) {
    auto [node, isLeaving] = search.open.back();
    search.open.pop_back();
    if (!isLeaving) {
      search.leave(node);
      for (NodeId before : before_[node])
        search.enter(before);
      const Body& body = program_.bodies[program_.nodes[node].body];
      if (node == body.entry())
        for (NodeId call : calls_.callers(program_.nodes[node].body))
          search.enter(call);
      if (node == body.entry() && calls_.isCalledFromOutside(program_.nodes[node].body))
        leaveOutside(search);
      continue;
    }
    for (NodeId before : before_[node]) {
      search.leave(before);
      // The ends of the callees that lead here.
      const bool isThrown =
          !calls_.afterThrow(before).empty() && calls_.afterThrow(before)[0] == node;
      if (program_.nodes[before].kind == NodeKind::Call)
        for (BodyId callee : calls_.callees(before))
          for (NodeId end : isThrown ? unwinds_[callee] : returns_[callee])
            search.leave(end);
    }
  }
  answer = std::make_unique<Answer>(std::move(search.leaving), std::move(search.entering));
  return *answer;
}

bool Reachability::reaches(NodeId from, NodeId target) {
  return answerFor(target).leaving.contains(from);
}

bool Reachability::reachesFromStart(NodeId from, NodeId target) {
  return answerFor(target).entering.contains(from);
}

BitSet Reachability::reachableFrom(const std::vector<NodeId>& starts) const {
  Search search(program_.nodes.size());
  for (NodeId start : starts)
    search.enter(start);
  while (!search.open.empty()) {
    NodeId node = search.open.back().first;
    search.open.pop_back();
    for (NodeId next : calls_.next(node))
      search.enter(next);
    if (!isSync(program_.nodes[node], abi::SyncOperation::ThreadCreate))
      for (BodyId callee : calls_.callees(node))
        search.enter(program_.bodies[callee].entry());
  }
  return std::move(search.entering);
}

BitSet Reachability::reachableAfter(NodeId from, const BitSet& barriers) const {
  Search search(program_.nodes.size());
  for (NodeId next : calls_.next(from))
    search.leave(next);
  while (!search.open.empty()) {
    auto [node, isLeaving] = search.open.back();
    search.open.pop_back();
    if (isLeaving)
      search.enter(node);
    const Node& here = program_.nodes[node];
    const std::vector<NodeId>& next =
        barriers.contains(node) ? calls_.afterThrow(node) : calls_.next(node);
    for (NodeId successor : next)
      isLeaving ? search.leave(successor) : search.enter(successor);
    if (!isLeaving && !isSync(here, abi::SyncOperation::ThreadCreate))
      for (BodyId callee : calls_.callees(node))
        search.enter(program_.bodies[callee].entry());
    const bool isEnd = here.kind == NodeKind::Return || here.kind == NodeKind::Unwind;
    if (isLeaving && isEnd && calls_.isCalledFromOutside(here.body))
      for (BodyId body : calls_.outside())
        search.enter(program_.bodies[body].entry());
    if (isLeaving && isEnd)
      for (NodeId call : calls_.callers(here.body))
        for (NodeId successor :
             here.kind == NodeKind::Return ? calls_.afterReturn(call) : calls_.afterThrow(call))
          search.leave(successor);
  }
  return std::move(search.entering);
}

} // namespace heddle::analysis::flow
