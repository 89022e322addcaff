// SPDX-License-Identifier: Apache-2.0
// The tree of call sequences: its root is a constructor call, its edges are calls, and a node is the sequence on the
// path to it (AutoConTest, section 4.2). A depth-first search finds the sequence that adds the most method-call traces
// to those already covered and, if there are several, the shortest.
//
// Differences from the paper. (1) All extensions of a node are run before one of them is followed, and those that
// improve the coverage are followed first. The paper leaves the order of candidate methods open; this order reaches
// high coverage in few calls, which matters because a search may be cut off. (2) There is a limit on the number of
// nodes, because saturation alone bounds the search only exponentially. (3) BetterExtension only for children that were
// explored.
//
// The rules do not lose coverage, but they may cost a call: by Definition 5, a sequence can be redundant because of a
// longer one that covers more, although extensions of the shorter one may cover as much in fewer calls.
#include "generate/call_tree.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace heddle::generate {

using Rule = model::SequencePruning;

bool compareStates(const Prunings& prunings) {
  Prunings others = prunings;
  others.set(Rule::Throws, false);
  return others != Prunings();
}

CallTree::CallTree(calls::SequenceRunner& runner,
                   std::vector<Edge> edges,
                   TraceLedger& ledger,
                   const Prunings& prunings,
                   const TreeLimits& limits,
                   std::function<bool()> stop)
    : runner_(runner), edges_(std::move(edges)), ledger_(ledger), prunings_(prunings),
      limits_(limits), stop_(std::move(stop)) {}

CallTree::Found CallTree::search(const calls::Path& root, std::uint64_t state) {
  HEDDLE_CHECK(!root.empty()) << "a tree of call sequences without an object";
  path_ = root;
  rootLength_ = root.size();
  result_ = {};
  stopped_ = false;
  byState_.clear();
  Node node{.state = state, .improvement = {}};
  remember(node);
  extend(node);
  HEDDLE_CHECK(path_.size() == rootLength_) << "the search did not return to its root";
  HEDDLE_CHECK(result_.best.empty() == (result_.improvement == 0))
      << "a sequence of " << result_.best.size() << " calls improves the coverage by "
      << result_.improvement;
  return std::move(result_);
}

bool CallTree::mustStop() {
  stopped_ = stopped_ || result_.visited >= limits_.sequences || stop_();
  result_.cut = result_.cut || stopped_;
  return stopped_;
}

void CallTree::extend(const Node& node) {
  if (node.stale >= limits_.saturation)
    return;
  if (path_.size() >= limits_.depth) {
    result_.cut = true;
    return;
  }
  for (const Child& child : lookAhead(node)) {
    if (mustStop())
      return;
    Node next = step(node, child);
    path_.push_back(child.edge.call);
    bool extended = !depthPruned(node, child, next);
    if (extended) {
      remember(next);
      consider(next);
      extend(next);
    }
    path_.pop_back();
    if (stopped_ || breadthPruned(node, next, extended))
      return;
  }
}

// Runs every extension once; calls that do not return cannot be extended and are left out.
std::vector<CallTree::Child> CallTree::lookAhead(const Node& node) {
  std::vector<Child> improving, others;
  for (const Edge& edge : edges_) {
    if (mustStop())
      break;
    calls::SoloCall observation = runner_.run(path_, node.state, edge.call);
    if (!observation.cameBack())
      continue;
    std::uint32_t trace = ledger_.improving(observation.coverage, edge.operation);
    bool improves = trace != TraceLedger::kNone && !node.improvement.contains(trace) &&
                    observation.outcome == calls::CallOutcome::Returned;
    (improves ? improving : others).push_back({.edge = edge, .observation = observation});
  }
  improving.insert(improving.end(), others.begin(), others.end());
  return improving;
}

CallTree::Node CallTree::step(const Node& node, const Child& child) {
  Node next{.state = child.observation.state,
            .improvement = node.improvement,
            .stale = node.stale + 1,
            .number = ++result_.visited};
  std::uint32_t trace = ledger_.improving(child.observation.coverage, child.edge.operation);
  if (trace != TraceLedger::kNone && !next.improvement.contains(trace)) {
    next.improvement.insert(trace);
    next.stale = 0;
  }
  return next;
}

// "Better than" (Definition 4): more improvement, then fewer calls.
void CallTree::consider(const Node& node) {
  std::size_t improvement = node.improvement.size();
  std::size_t length = path_.size() - rootLength_;
  if (improvement < result_.improvement || improvement == 0)
    return;
  if (improvement == result_.improvement && length >= result_.best.size())
    return;
  result_.improvement = improvement;
  result_.best.assign(path_.begin() + static_cast<std::ptrdiff_t>(rootLength_), path_.end());
}

bool CallTree::depthPruned(const Node& node, const Child& child, const Node& next) const {
  if (prunings_.has(Rule::Throws) && child.observation.outcome == calls::CallOutcome::Threw)
    return true;
  if (next.improvement.size() != node.improvement.size())
    return false;
  if (prunings_.has(Rule::SameState) && next.state == node.state)
    return true;
  return prunings_.has(Rule::RedundantCall) && isRedundant(next, path_.size());
}

// BetterExtension requires that the child was explored instead of the node: one that threw was not.
bool CallTree::breadthPruned(const Node& node, const Node& next, bool extended) const {
  if (prunings_.has(Rule::BetterExtension) && extended &&
      next.improvement.size() > node.improvement.size() && next.state == node.state)
    return true;
  return prunings_.has(Rule::RedundantPrefix) && isRedundant(node, path_.size());
}

// Definition 5: another sequence reached the same state with more coverage, or with the same and no more calls.
bool CallTree::isRedundant(const Node& node, std::size_t length) const {
  auto found = byState_.find(node.state);
  if (found == byState_.end())
    return false;
  return std::ranges::any_of(found->second, [&](const Visited& other) {
    if (other.number == node.number || !node.improvement.isSubsetOf(other.improvement))
      return false;
    return node.improvement.size() < other.improvement.size() || other.length <= length;
  });
}

// A sequence that the new one makes redundant no longer makes others redundant.
void CallTree::remember(const Node& node) {
  if (!prunings_.has(Rule::RedundantCall) && !prunings_.has(Rule::RedundantPrefix))
    return;
  std::vector<Visited>& known = byState_[node.state];
  std::size_t length = path_.size();
  std::erase_if(known, [&](const Visited& other) {
    return other.improvement.isSubsetOf(node.improvement) &&
           (other.improvement.size() < node.improvement.size() || length <= other.length);
  });
  known.push_back({.improvement = node.improvement, .length = length, .number = node.number});
}

} // namespace heddle::generate
