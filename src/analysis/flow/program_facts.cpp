// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/program_facts.h"

#include <algorithm>

#include "analysis/flow/graph_reader.h"
#include "analysis/flow/program_start.h"
#include "analysis/flow/thread_contexts.h"

namespace heddle::analysis {
namespace flow {

ProgramFacts::ProgramFacts(Program program, const AnalysisOptions& options)
    : program_(std::move(program)) {
  addStart(program_);
  copyCreatorsPerCall(program_);
  pointsTo_ = std::make_unique<PointsTo>(program_);
  if (copyStartsPerCreation(program_, *pointsTo_))
    pointsTo_ = std::make_unique<PointsTo>(program_);
  calls_ = std::make_unique<CallGraph>(program_, *pointsTo_);
  reachability_ = std::make_unique<Reachability>(program_, *calls_);
  const Cycles cycles(program_, *calls_);
  const bool isLarge = program_.nodes.size() > options.mostNodes;
  const ThreadOrder threads(
      program_, *pointsTo_, *calls_, cycles, *reachability_, options.threadOrder && !isLarge);
  std::unique_ptr<Locksets> locksets;
  if (!isLarge)
    locksets = std::make_unique<Locksets>(program_, *pointsTo_, *calls_, cycles);
  const AccessPairs pairs(program_,
                          *pointsTo_,
                          threads,
                          locksets.get(),
                          {.alias = options.aliases,
                           .escape = options.escape,
                           .commonLock = options.commonLocks,
                           .relativeLock = options.relativeLocks});

  for (NodeId id = 0; id < program_.nodes.size(); ++id)
    addNode(id);
  auto add = [&](NodeId from, NodeId to, PairKind kind) {
    sites_[program_.nodes[from].site].partners.push_back({program_.nodes[to].site, kind});
  };
  for (const NodePair& pair : pairs.pairs()) {
    add(pair.a, pair.b, pair.kind);
    add(pair.b, pair.a, pair.kind);
  }
  for (auto& [site, facts] : sites_) {
    std::ranges::sort(facts.partners);
    const auto repeated = std::ranges::unique(facts.partners);
    facts.partners.erase(repeated.begin(), repeated.end());
  }
  assumptions_ = calls_->assumptions();
  assumptions_.unknownAccesses = pairs.unknownAccesses();
  assumptions_.unknownLocks = locksets == nullptr ? 0 : locksets->unknownLocks();
  assumptions_.ignoredSynchronisation = isLarge;
}

const ProgramFacts::SiteFacts* ProgramFacts::find(const abi::SiteRecord* site) const {
  auto found = sites_.find(site);
  return found == sites_.end() ? nullptr : &found->second;
}

bool ProgramFacts::knows(const abi::SiteRecord* site) const {
  return find(site) != nullptr;
}

std::span<const Partner> ProgramFacts::partnersOf(const abi::SiteRecord* site) const {
  const SiteFacts* facts = find(site);
  if (facts == nullptr)
    return {};
  return facts->partners;
}

AnalysisSize ProgramFacts::size() const {
  AnalysisSize size{.nodes = program_.nodes.size()};
  for (const auto& [site, facts] : sites_)
    for (const Partner& partner : facts.partners)
      if (partner.site >= site) // each pair is listed at both sites
        ++size.pairs[static_cast<std::size_t>(partner.kind)];
  return size;
}

void ProgramFacts::addNode(NodeId id) {
  const Node& node = program_.nodes[id];
  if (node.site == nullptr)
    return;
  SiteFacts& facts = sites_[node.site];
  facts.nodes.push_back(id);
  // The site of an indirect call announces it: the call itself comes next.
  if (node.kind == abi::NodeKind::Call)
    facts.after.push_back(id);
  else
    facts.after.insert(facts.after.end(), calls_->next(id).begin(), calls_->next(id).end());
}

bool ProgramFacts::anyReaches(const std::vector<NodeId>& from, const SiteFacts& target) const {
  return std::ranges::any_of(target.nodes, [&](NodeId goal) {
    return std::ranges::any_of(from,
                               [&](NodeId node) { return reachability_->reaches(node, goal); });
  });
}

bool ProgramFacts::mayReach(const abi::SiteRecord* from, const abi::SiteRecord* target) const {
  const SiteFacts* begin = find(from);
  const SiteFacts* end = find(target);
  return begin == nullptr || end == nullptr || anyReaches(begin->after, *end);
}

bool ProgramFacts::mayReachAfterBranch(const abi::SiteRecord* from,
                                       bool outcome,
                                       const abi::SiteRecord* target) const {
  const SiteFacts* begin = find(from);
  const SiteFacts* end = find(target);
  if (begin == nullptr || end == nullptr)
    return true;
  std::vector<NodeId> after;
  for (NodeId node : begin->nodes) {
    const Node& branch = program_.nodes[node];
    if (branch.kind != abi::NodeKind::Branch || branch.successors.size() != 2)
      return mayReach(from, target);
    after.push_back(branch.successors[outcome ? 1 : 0]);
  }
  return anyReaches(after, *end);
}

bool ProgramFacts::mayStartReach(const abi::SiteRecord* creation,
                                 const abi::SiteRecord* target) const {
  const SiteFacts* begin = find(creation);
  const SiteFacts* end = find(target);
  if (begin == nullptr || end == nullptr)
    return true;
  for (NodeId node : begin->nodes) {
    if (!isSync(program_.nodes[node], abi::SyncOperation::ThreadCreate))
      return true;
    for (BodyId body : calls_->starts(node))
      for (NodeId goal : end->nodes)
        if (reachability_->reachesFromStart(program_.bodies[body].entry(), goal))
          return true;
  }
  return false;
}

} // namespace flow

std::unique_ptr<AccessFacts> analyseAccesses(std::span<const abi::GraphRecord> graphs,
                                             const AnalysisOptions& options) {
  flow::Program program = flow::readGraphs(graphs);
  if (program.nodes.empty())
    return std::make_unique<AssumeEverything>();
  return std::make_unique<flow::ProgramFacts>(std::move(program), options);
}

} // namespace heddle::analysis
