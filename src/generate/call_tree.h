// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "calls/sequence_runner.h"
#include "generate/coverage_set.h"
#include "generate/trace_ledger.h"
#include "model/forms/enum_set.h"
#include "model/lists/prunings.h"

namespace heddle::generate {

using Prunings = model::EnumSet<model::SequencePruning>;

// Whether the rules compare states, which then have to be known.
bool compareStates(const Prunings& prunings);

struct TreeLimits {
  unsigned saturation = 3; // k: this many calls in a row without improvement are enough
  std::size_t depth = 96;  // calls of a sequence; arbitrary
  std::uint64_t sequences = ~std::uint64_t{0}; // nodes to visit, the best so far is the answer then
};

struct Edge {
  calls::CallId call;
  unsigned operation;
};

// One search through the tree of call sequences (callGen, Figure 7).
class CallTree {
public:
  struct Found {
    calls::Path best; // after the root; empty when nothing improves the coverage
    std::size_t improvement = 0;
    std::uint64_t visited = 0;
    bool cut = false; // a limit or `stop` kept it from visiting all nodes
  };

  CallTree(calls::SequenceRunner& runner,
           std::vector<Edge> edges,
           TraceLedger& ledger,
           const Prunings& prunings,
           const TreeLimits& limits,
           std::function<bool()> stop);

  Found search(const calls::Path& root, std::uint64_t state);

private:
  struct Node {
    std::uint64_t state;
    CoverageSet improvement;
    unsigned stale = 0;       // calls since the last improvement
    std::uint64_t number = 0; // in order of visiting
  };
  struct Child {
    Edge edge;
    calls::SoloCall observation;
  };
  // A sequence explored in this search, filed under its state.
  struct Visited {
    CoverageSet improvement;
    std::size_t length;
    std::uint64_t number;
  };

  void extend(const Node& node);
  std::vector<Child> lookAhead(const Node& node);
  Node step(const Node& node, const Child& child);
  void consider(const Node& node);
  bool depthPruned(const Node& node, const Child& child, const Node& next) const;
  bool breadthPruned(const Node& node, const Node& next, bool extended) const;
  bool isRedundant(const Node& node, std::size_t length) const;
  void remember(const Node& node);
  bool mustStop();

  calls::SequenceRunner& runner_;
  std::vector<Edge> edges_;
  TraceLedger& ledger_;
  Prunings prunings_;
  TreeLimits limits_;
  std::function<bool()> stop_;
  calls::Path path_; // of the node being extended
  std::size_t rootLength_ = 0;
  Found result_;
  bool stopped_ = false;
  std::unordered_map<std::uint64_t, std::vector<Visited>> byState_;
};

} // namespace heddle::generate
