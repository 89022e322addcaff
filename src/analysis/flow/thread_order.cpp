// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/thread_order.h"

#include <algorithm>

namespace heddle::analysis::flow {

ThreadOrder::ThreadOrder(const Program& program,
                         const PointsTo& pointsTo,
                         const CallGraph& calls,
                         const Cycles& cycles,
                         const Reachability& reachability,
                         bool usesOrder)
    : program_(program), pointsTo_(pointsTo), calls_(calls), cycles_(cycles),
      reachability_(reachability), kindsOf_(program.nodes.size()) {
  addRoot();
  addKinds();
  addOutside();
  for (KindId kind = 0; kind < kinds_.size(); ++kind)
    for (NodeId node = 0; node < program.nodes.size(); ++node)
      if (kinds_[kind].nodes.contains(node))
        kindsOf_[node].push_back(kind);
  if (usesOrder)
    findParents();
  relations_.resize(kinds_.size());
  for (KindId a = 0; a < kinds_.size(); ++a)
    for (KindId b = 0; b < kinds_.size(); ++b)
      relations_[a].push_back(relate(a, b));
}

// A program without main is the harness of a class: threads outside call its functions, in parallel.
void ThreadOrder::addRoot() {
  std::vector<NodeId> starts;
  const bool hasMain = program_.start != kNothing;
  if (hasMain)
    starts.push_back(program_.bodies[program_.start].entry());
  else
    for (BodyId body = 0; body < program_.bodies.size(); ++body)
      if (calls_.isCalledFromOutside(body) || calls_.callers(body).empty())
        starts.push_back(program_.bodies[body].entry());
  kinds_.push_back({.hasInstances = !hasMain, .nodes = reachability_.reachableFrom(starts)});
}

void ThreadOrder::addKinds() {
  for (NodeId creation : calls_.creations()) {
    std::vector<NodeId> starts;
    for (BodyId body : calls_.starts(creation))
      starts.push_back(program_.bodies[body].entry());
    kinds_.push_back({.creation = creation,
                      .hasInstances = !cycles_.isOnce(creation),
                      .nodes = reachability_.reachableFrom(starts)});
  }
}

// A library may call the functions that it knows on threads of its own.
void ThreadOrder::addOutside() {
  std::vector<NodeId> starts;
  for (BodyId body = 0; body < program_.bodies.size(); ++body)
    if (calls_.isCalledFromOutside(body))
      starts.push_back(program_.bodies[body].entry());
  if (program_.start != kNothing && !starts.empty())
    kinds_.push_back({.hasInstances = true, .nodes = reachability_.reachableFrom(starts)});
}

void ThreadOrder::findParents() {
  for (Kind& kind : kinds_) {
    if (kind.creation == kNothing)
      continue;
    const std::vector<KindId>& creators = kindsOf_[kind.creation];
    if (creators.size() != 1 || kinds_[creators[0]].hasInstances)
      continue;
    kind.parent = creators[0];
    findActive(kind);
  }
}

// The joins that wait for the thread of `creation` and for no other.
BitSet ThreadOrder::joinsOf(NodeId creation) const {
  BitSet joins(program_.nodes.size());
  if (!cycles_.isOnce(creation))
    return joins;
  const IdSet& thread = pointsTo_.targets(program_.nodes[creation].operands[0]);
  for (NodeId node = 0; node < program_.nodes.size(); ++node) {
    if (!isSync(program_.nodes[node], abi::SyncOperation::ThreadJoin))
      continue;
    const IdSet& joined = pointsTo_.targets(program_.nodes[node].operands[0]);
    if (joined.size() == 1 && thread.size() == 1 && joined.front() == thread.front())
      joins.insert(node);
  }
  return joins;
}

void ThreadOrder::findActive(Kind& kind) {
  kind.active = reachability_.reachableAfter(kind.creation, joinsOf(kind.creation));
  kind.created = reachability_.reachableAfter(kind.creation, BitSet(program_.nodes.size()));
}

// The kind, its parent, and so on. The last one has no parent.
std::vector<KindId> ThreadOrder::chain(KindId kind) const {
  std::vector<KindId> kinds = {kind};
  while (kinds_[kinds.back()].parent != kNothing && kinds.size() <= kinds_.size())
    kinds.push_back(kinds_[kinds.back()].parent);
  return kinds;
}

ThreadOrder::Relation ThreadOrder::relate(KindId a, KindId b) const {
  using When = Relation::When;
  auto either = [](bool isParallel) {
    return Relation{.when = isParallel ? When::Always : When::Never};
  };
  if (a == b)
    return either(kinds_[a].hasInstances);
  const std::vector<KindId> chainA = chain(a);
  const std::vector<KindId> chainB = chain(b);
  for (std::size_t i = 0; i < chainA.size(); ++i) {
    auto common = std::ranges::find(chainB, chainA[i]);
    if (common == chainB.end())
      continue;
    // The nearest common ancestor, which has children on the way to both.
    const auto j = static_cast<std::size_t>(common - chainB.begin());
    if (kinds_[chainA[i]].hasInstances)
      return either(true);
    // Joining a thread does not end the threads that it created.
    auto activity = [&](KindId child, bool isLast) {
      return isLast ? &kinds_[child].active : &kinds_[child].created;
    };
    if (i == 0)
      return {.when = When::AtNodesOfFirst, .nodes = activity(chainB[j - 1], j == 1)};
    if (j == 0)
      return {.when = When::AtNodesOfSecond, .nodes = activity(chainA[i - 1], i == 1)};
    const KindId childA = chainA[i - 1];
    const KindId childB = chainB[j - 1];
    return either(activity(childA, i == 1)->contains(kinds_[childB].creation) ||
                  activity(childB, j == 1)->contains(kinds_[childA].creation));
  }
  return either(true);
}

bool ThreadOrder::mayBeParallel(NodeId a, NodeId b) const {
  using When = Relation::When;
  for (KindId kindA : kindsOf_[a])
    for (KindId kindB : kindsOf_[b]) {
      const Relation& relation = relations_[kindA][kindB];
      if (relation.when == When::Always ||
          (relation.when == When::AtNodesOfFirst && relation.nodes->contains(a)) ||
          (relation.when == When::AtNodesOfSecond && relation.nodes->contains(b)))
        return true;
    }
  return false;
}

} // namespace heddle::analysis::flow
