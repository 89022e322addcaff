// SPDX-License-Identifier: Apache-2.0
#include "generate/coverage_guide.h"

#include "support/check.h"

namespace heddle::generate {

namespace {

// Edges of a node: all operations with a few values each. The search takes them to the power of k, tests only
// squared, so tests use more. Otherwise arbitrary; a class rarely has more than 40 operations.
constexpr std::size_t kMostEdges = 48;
constexpr std::size_t kMostCalls = 96;
// First traces of an operation that count (trace_ledger.h): enough for 0, 1, 2 elements and a special case.
constexpr unsigned kTracesPerOperation = 4;
// Nodes of one search; at 10 to 20 us for one that must be run this is well below half a second.
constexpr std::uint64_t kFirstSequenceLimit = 20'000;
// Without success at this many saturation levels, the guide gives up.
constexpr unsigned kMostRaises = 4;

} // namespace

CoverageGuide::CoverageGuide(calls::CallCatalogue& catalogue,
                             calls::SequenceRunner& engine,
                             calls::Behaviour& behaviour,
                             std::vector<calls::Root> roots,
                             const GuideOptions& options)
    : catalogue_(catalogue), engine_(engine), behaviour_(behaviour), roots_(std::move(roots)),
      options_(options), ledger_(kTracesPerOperation), saturation_(options.saturation),
      sequenceLimit_(kFirstSequenceLimit) {}

std::optional<calls::CallSequence> CoverageGuide::next(const std::function<bool()>& stop) {
  while (!roots_.empty() && !stop()) {
    const calls::Root& root = roots_[turn_ % roots_.size()];
    std::optional<calls::CallSequence> found = searchFrom(root, stop);
    ++turn_;
    if (found) {
      fruitless_ = raised_ = 0;
      return found;
    }
    if (++fruitless_ >= roots_.size() && !tryHarder())
      return std::nullopt;
  }
  return std::nullopt;
}

// The paper raises k when an iteration finds nothing; here, when none of the constructors leads to anything new.
bool CoverageGuide::tryHarder() {
  fruitless_ = 0;
  ++saturation_;
  sequenceLimit_ *= 2;
  ledger_.countMorePerOperation();
  return ++raised_ <= kMostRaises;
}

std::optional<calls::CallSequence> CoverageGuide::searchFrom(const calls::Root& root,
                                                             const std::function<bool()>& stop) {
  std::uint64_t round = options_.firstRound + turn_ / roots_.size();
  calls_ = catalogue_.calls(options_.seed, round, kMostCalls);
  std::vector<Edge> edges;
  for (calls::CallId call : catalogue_.calls(options_.seed, round, kMostEdges))
    if (catalogue_.mayBeIn(call, abi::kInPrefix))
      edges.push_back({.call = call, .operation = catalogue_.call(call).operation});
  TreeLimits limits{.saturation = saturation_};
  if (!options_.thorough)
    limits.sequences = sequenceLimit_;
  CallTree tree(behaviour_, std::move(edges), ledger_, options_.prunings, limits, stop);
  CallTree::Found found = tree.search({root.construction}, root.state);
  if (found.best.empty())
    return std::nullopt;
  calls::CallSequence sequence = confirm(root, found.best);
  if (sequence.improvement == 0) {
    behaviour_.distrustStates();
    return std::nullopt;
  }
  iteration_ = {.saturation = saturation_, .visited = found.visited, .cut = found.cut};
  return sequence;
}

// Runs the sequence from beginning to end: what the search knows may come from different paths to the same state
// hash, and time may have passed differently on them.
calls::CallSequence CoverageGuide::confirm(const calls::Root& root, const calls::Path& best) {
  calls::CallSequence sequence{.root = {root.construction}, .rootState = root.state, .steps = {}};
  calls::Path path = sequence.root;
  std::uint64_t state = root.state;
  std::size_t useful = 0;
  for (calls::CallId call : best) {
    calls::SoloCall observation = engine_.run(path, state, call);
    if (!observation.cameBack())
      break;
    bool improves = ledger_.cover(observation.coverage);
    sequence.improvement += improves;
    sequence.steps.push_back({.call = call, .observation = observation, .improves = improves});
    if (improves)
      useful = sequence.steps.size();
    path.push_back(call);
    state = observation.state;
  }
  sequence.steps.resize(useful);
  HEDDLE_CHECK(sequence.steps.empty() || sequence.steps.back().improves)
      << "a call sequence ends with a call that improves nothing";
  HEDDLE_CHECK(sequence.steps.empty() == (sequence.improvement == 0))
      << sequence.steps.size() << " calls improve the coverage by " << sequence.improvement;
  return sequence;
}

} // namespace heddle::generate
