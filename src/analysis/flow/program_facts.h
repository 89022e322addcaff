// SPDX-License-Identifier: Apache-2.0
// The stages of the analysis in their order, and the answers by site.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/access_facts.h"
#include "analysis/flow/access_pairs.h"
#include "analysis/flow/reachability.h"

namespace heddle::analysis::flow {

class ProgramFacts final : public AccessFacts {
public:
  ProgramFacts(Program program, const AnalysisOptions& options);

  std::span<const Partner> partnersOf(const abi::SiteRecord* site) const override;
  bool knows(const abi::SiteRecord* site) const override;
  bool mayReach(const abi::SiteRecord* from, const abi::SiteRecord* target) const override;
  bool mayReachAfterBranch(const abi::SiteRecord* from,
                           bool outcome,
                           const abi::SiteRecord* target) const override;
  bool mayStartReach(const abi::SiteRecord* creation, const abi::SiteRecord* target) const override;
  Assumptions assumptions() const override { return assumptions_; }
  AnalysisSize size() const override;

  // For tests and figures.
  const Program& program() const { return program_; }

private:
  struct SiteFacts {
    std::vector<NodeId> nodes; // one per copy of its function
    std::vector<NodeId> after; // where a thread is that has just executed it
    std::vector<Partner> partners;
  };

  const SiteFacts* find(const abi::SiteRecord* site) const;
  bool anyReaches(const std::vector<NodeId>& from, const SiteFacts& target) const;
  void addNode(NodeId node);

  Program program_;
  std::unordered_map<const abi::SiteRecord*, SiteFacts> sites_;
  std::unique_ptr<PointsTo> pointsTo_;
  std::unique_ptr<CallGraph> calls_;
  // Answers are kept; asking does not change them.
  std::unique_ptr<Reachability> reachability_;
  Assumptions assumptions_;
};

} // namespace heddle::analysis::flow
