// SPDX-License-Identifier: Apache-2.0
// Problem: a stack says where a class failed, but nothing about what other threads did.
// Idea: the crashing method is one of two concurrent calls. A breadth-first search of the tree of call sequences finds
// the calls before it, so that short tests come first; any other call can run in parallel with it. Each call runs alone
// from the same state, which is cheap, and shows whether the two can interfere as the stack requires. Only the
// remaining pairs are explored, which is expensive. The state repository prevents equal states from being extended
// twice, and prefixes whose last call changes what the crashing method reads go first.
// Paper: Bianchi, Pezze, Terragni, "Reproducing concurrency failures from crash stacks" (ESEC/FSE 2017), Figure 5.
//
// How we differ: method summaries prune pairs before anything is run; stacks of other threads in the report (the free,
// the other access) say which calls to try first; a call that waits alone is not a failure. Running
// alone only approximates running concurrently, as the paper itself says. So pruned candidates return soon, those with
// the fewest doubts first, and never later than in a search without rules (candidate_queue.h). Equal traces are not
// equal interleavings: which memory and which locks both calls use must be the same, too. Of the calls that reach the
// failing line, those that make all accesses there go first.
// Deadlocks: every thread of the stack has its own method, there are two objects, and interference does not matter.
#include "reproduce/stack_guide.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>

#include "support/check.h"
#include "support/hash.h"
#include "support/rng.h"

namespace heddle::reproduce {

using model::StackPruning;

namespace {

constexpr std::size_t kMostCalls = 160;            // from which prefixes and other calls are chosen
constexpr std::size_t kMostPeerCalls = 4;          // per operation
constexpr std::uint16_t kMostEqual = 3;            // values that all parameters of a call are given
constexpr std::uint64_t kEventsPerExecution = 256; // that cost as much as beginning an execution

std::uint64_t costOf(const Effort& effort) {
  return effort.executions + effort.events / kEventsPerExecution;
}

// In addition to the paper: what the other call writes, because setting a pointer and setting it to null take the same
// path.
std::uint64_t traceKey(const DetailedCall& crashing, const DetailedCall& other) {
  return Hasher()
      .add(crashing.details.coverage)
      .add(other.details.coverage)
      .add(other.details.effect)
      .value();
}

// And what both use: taking slot 1 and slot 2 is not taking slot 1 twice.
std::uint64_t pairKey(const DetailedCall& crashing, const DetailedCall& other) {
  return Hasher().add(traceKey(crashing, other)).add(commonUse(crashing, other)).value();
}

std::uint64_t valueKey(const DetailedCall& crashing, const DetailedCall& other) {
  return Hasher().add(pairKey(crashing, other)).add(crashing.details.effect).value();
}

} // namespace

StackGuide::StackGuide(calls::CallCatalogue& catalogue,
                       DetailedRunner& runner,
                       const std::vector<calls::Root>& roots,
                       const calls::Dependencies& dependencies,
                       const model::FailureTarget& target,
                       const Options& options)
    : catalogue_(catalogue), runner_(runner), roots_(roots), dependencies_(dependencies),
      target_(target), options_(options), twoObjects_(target.isDeadlock()),
      ownThread_(target.threads.empty() || target.threads.front().operations.empty()),
      calls_(catalogue.calls(options.seed, 0, kMostCalls)) {
  addEqualArguments();
  peerCalls_ = catalogue.callsWithPeer(kMostPeerCalls);
  // The paper draws the order at random; here the seed decides among calls that are otherwise equal.
  Rng random(options.seed, 0);
  shuffled_.resize(catalogue.size());
  for (std::size_t& place : shuffled_)
    place = random.next() >> 1;
}

// Simple values are combined by the sum of their numbers, so that two values that are equal and not the simplest come
// late; but bounds, sizes and keys that fit together are often equal.
void StackGuide::addEqualArguments() {
  for (std::uint16_t number : catalogue_.operations()) {
    const abi::Operation& operation = catalogue_.table().operations[number];
    std::span<const std::uint16_t> recipes(operation.choiceCounts, operation.parameterCount);
    for (std::uint16_t value = 1; recipes.size() > 1 && value <= kMostEqual; ++value) {
      if (std::ranges::any_of(recipes, [&](std::uint16_t count) { return count <= value; }))
        break;
      calls::CallId call = catalogue_.callOf(number, calls::Choices(recipes.size(), value));
      if (!catalogue_.mentionsPeer(call) && std::ranges::find(calls_, call) == calls_.end())
        calls_.push_back(call);
    }
  }
}

bool StackGuide::isCrashing(unsigned operation, unsigned targetThread) const {
  if (targetThread >= target_.threads.size())
    return false;
  const std::vector<std::uint16_t>& operations = target_.threads[targetThread].operations;
  return operations.empty() || std::ranges::find(operations, operation) != operations.end();
}

// Smaller is tried sooner.
std::size_t StackGuide::urgency(calls::CallId call) const {
  auto found = std::ranges::find(target_.interfering, catalogue_.call(call).operation);
  return static_cast<std::size_t>(found - target_.interfering.begin());
}

// ---- the tree ---------------------------------------------------------------------------------------------

void StackGuide::plantRoots() {
  HEDDLE_CHECK(pending_.empty()) << "roots are planted twice";
  pending_.emplace_back();
  for (const calls::Root& root : roots_) {
    states_.insert(root.state);
    pending_[0].push_back({.path = {root.construction}, .state = root.state});
  }
  if (!twoObjects_)
    return;
  for (const calls::Root& root : roots_) {
    calls::Path path{root.construction};
    calls::CallId peer = catalogue_.mirrored(root.construction);
    DetailedCall made = runner_.run(path, peer);
    if (made.alone.outcome != calls::CallOutcome::Returned)
      continue;
    path.push_back(peer);
    states_.insert(made.alone.state);
    pending_[0].push_front({.path = path, .state = made.alone.state, .hasPeer = true});
  }
}

// Returns false if there is no node left.
bool StackGuide::expandNext(const std::function<bool()>& stop) {
  while (level_ < pending_.size() && pending_[level_].empty())
    ++level_;
  if (level_ >= pending_.size() || level_ > options_.mostLevels ||
      counts_.prefixes >= options_.mostPrefixes)
    return false;
  const Node node = std::move(pending_[level_].front());
  pending_[level_].pop_front();
  candidates_.beginNode();
  prefixes_.push_back(node.path);
  ++counts_.prefixes;
  counts_.levels = std::max<std::uint64_t>(counts_.levels, level_);
  expand(node, stop);
  return true;
}

std::vector<calls::CallId> StackGuide::otherCalls(const Node& node) {
  std::vector<calls::CallId> calls = calls_;
  if (node.hasPeer) {
    // From the other side: the crashing call does to the object what it does to the peer.
    for (calls::CallId call : calls_)
      calls.push_back(catalogue_.mirrored(call));
    for (calls::CallId call : peerCalls_) {
      calls.push_back(call);
      calls.push_back(catalogue_.mirrored(call));
    }
  }
  std::ranges::sort(calls, {}, [&](calls::CallId call) {
    std::size_t place = call < shuffled_.size() ? shuffled_[call] : 0;
    return std::tuple(urgency(call), place, call);
  });
  return calls;
}

std::vector<calls::CallId> StackGuide::crashingCalls(const Node& node) const {
  std::vector<calls::CallId> found;
  if (node.hasPeer)
    for (calls::CallId call : peerCalls_)
      if (isCrashing(catalogue_.call(call).operation, 0))
        found.push_back(call);
  for (calls::CallId call : calls_)
    if (isCrashing(catalogue_.call(call).operation, 0))
      found.push_back(call);
  return found;
}

void StackGuide::expand(const Node& node, const std::function<bool()>& stop) {
  std::vector<DetailedCall> crashing;
  for (calls::CallId call : crashingCalls(node))
    crashing.push_back(runner_.run(node.path, call));
  std::vector<DetailedCall> others;
  for (calls::CallId call : otherCalls(node)) {
    if (stop())
      return;
    auto known = std::ranges::find(crashing, call, &DetailedCall::call);
    others.push_back(known != crashing.end() ? *known : runner_.run(node.path, call));
    traces_.insert(others.back().details.coverage);
    candidates_.chargeNode(costOf({.executions = 1, .events = others.back().events}));
  }
  combine(crashing, others);
  grow(node, crashing, others);
}

// The state after a call is the start of longer sequences (lines 37 to 42 of Figure 5).
void StackGuide::grow(const Node& node,
                      const std::vector<DetailedCall>& crashing,
                      const std::vector<DetailedCall>& others) {
  if (pending_.size() <= level_ + 1)
    pending_.emplace_back();
  std::vector<Node> first;
  for (const DetailedCall& other : others) {
    if (other.alone.outcome != calls::CallOutcome::Returned ||
        !catalogue_.mayBeIn(other.call, abi::kInPrefix) ||
        !states_.insert(other.alone.state).second)
      continue;
    Node child{.path = node.path, .state = other.alone.state, .hasPeer = node.hasPeer};
    child.path.push_back(other.call);
    bool isUrgent = std::ranges::any_of(
        crashing, [&](const DetailedCall& call) { return interferes(other, call); });
    if (isUrgent)
      first.push_back(std::move(child));
    else
      pending_[level_ + 1].push_back(std::move(child));
  }
  std::deque<Node>& next = pending_[level_ + 1];
  next.insert(next.begin(), first.begin(), first.end());
}

// ---- candidates -------------------------------------------------------------------------------------------

void StackGuide::combine(const std::vector<DetailedCall>& crashing,
                         const std::vector<DetailedCall>& others) {
  for (const DetailedCall& call : crashing)
    counts_.reached += reachesPoint(call, 0) ? 1 : 0;
  if (ownThread_)
    for (const DetailedCall& call : crashing)
      if (!failsAlone(call) && catalogue_.mayBeIn(call.call, abi::kInLanes) &&
          traces_.insert(Hasher().add(call.details.coverage).value()).second)
        candidates_.keep({.node = lastNode(),
                          .crashing = call.call,
                          .other = kNobody,
                          .coverage = call.details.coverage});
  struct Pair {
    const DetailedCall* crashing;
    const DetailedCall* other;
    std::size_t rank, place;
  };
  std::vector<Pair> pairs;
  for (const DetailedCall& other : others)
    for (const DetailedCall& call : crashing)
      pairs.push_back({&call, &other, rank(call, other), pairs.size()});
  // Among equal candidates, the one with the fewest interleavings.
  std::ranges::sort(pairs, {}, [](const Pair& pair) {
    return std::tuple(~pair.rank, pair.other->details.accesses.size(), pair.place);
  });
  for (const Pair& pair : pairs)
    consider(*pair.crashing, *pair.other);
}

// A call that destroys what the crashing call uses is tried before one that only changes it, and one that changes more
// of it before one that changes less: inconsistent values need two. Larger is tried sooner.
std::size_t StackGuide::rank(const DetailedCall& crashing, const DetailedCall& other) const {
  bool isUrgent = urgency(other.call) < target_.interfering.size() || destroys(other, crashing);
  return isUrgent ? ~std::size_t{0} : changedWords(other, crashing);
}

void StackGuide::consider(const DetailedCall& crashing, const DetailedCall& other) {
  if (!catalogue_.contracts().mayOverlap(catalogue_.call(crashing.call).operation,
                                         catalogue_.call(other.call).operation))
    return;
  ++counts_.candidates;
  Candidate candidate{.node = lastNode(),
                      .crashing = crashing.call,
                      .other = other.call,
                      .coverage = traceKey(crashing, other)};
  std::optional<StackPruning> rule =
      twoObjects_ ? pruningOfDeadlock(crashing, other) : pruningOf(crashing, other);
  if (rule) {
    ++counts_.pruned[static_cast<std::size_t>(*rule)];
    candidate.doubts = doubtsOf(*rule, crashing, other);
    return candidates_.leaveOut(candidate);
  }
  if (has(StackPruning::Redundant))
    explored_.insert(pairKey(crashing, other));
  keep(candidate, crashing);
}

void StackGuide::keep(const Candidate& candidate, const DetailedCall& crashing) {
  bool isPartial = !twoObjects_ && has(StackPruning::Stack) && reachesPoint(crashing, 0) &&
                   crashing.details.sitesAtPoint < options_.sitesAtPoint;
  if (!isPartial)
    return candidates_.keep(candidate);
  if (!candidates_.hasPartial())
    partialSince_ = level_;
  candidates_.keepPartial(candidate, crashing.details.sitesAtPoint);
}

// How much speaks against a pair that `rule` leaves out. The same path with other values may fail where it did not
// before; a plain repetition is the last resort.
unsigned
StackGuide::doubtsOf(StackPruning rule, const DetailedCall& crashing, const DetailedCall& other) {
  if (rule == StackPruning::Redundant && !repeated_.insert(valueKey(crashing, other)).second)
    return CandidateQueue::kMostDoubts;
  unsigned doubts = rule == StackPruning::Redundant || rule == StackPruning::Interleave ? 1 : 0;
  doubts += failsAlone(crashing) ? 2 : 0; // it does not even begin as the stack says
  doubts += failsAlone(other) ? 1 : 0;
  doubts += reachesPoint(crashing, 0) ? 0 : 1;
  if (twoObjects_)
    return doubts;
  unsigned first = catalogue_.call(crashing.call).operation;
  unsigned second = catalogue_.call(other.call).operation;
  doubts += dependencies_.isPruned(first, second) ? 1 : 0;
  return doubts + (interferes(other, crashing) ? 0 : 1);
}

std::optional<StackPruning> StackGuide::pruningOf(const DetailedCall& crashing,
                                                  const DetailedCall& other) const {
  unsigned first = catalogue_.call(crashing.call).operation;
  unsigned second = catalogue_.call(other.call).operation;
  bool bothWait = crashing.alone.outcome == calls::CallOutcome::Blocked &&
                  other.alone.outcome == calls::CallOutcome::Blocked;
  if (has(StackPruning::Static) && dependencies_.isPruned(first, second))
    return StackPruning::Static;
  if (has(StackPruning::Exception) && (failsAlone(crashing) || failsAlone(other) || bothWait))
    return StackPruning::Exception;
  if (has(StackPruning::Redundant) && explored_.contains(pairKey(crashing, other)))
    return StackPruning::Redundant;
  // It is a thread of the class that fails, which interferes with both calls. Alone it runs only while a call waits for
  // it: what the two calls do says nothing until one reaches the point of failure.
  if (ownThread_ && options_.knowsPlace && counts_.reached == 0)
    return std::nullopt;
  if (has(StackPruning::Stack) && !reachesPoint(crashing, 0))
    return StackPruning::Stack;
  if (has(StackPruning::Interfere) && !interferes(other, crashing))
    return StackPruning::Interfere;
  if (has(StackPruning::Interleave) && !canInterleave(crashing, other))
    return StackPruning::Interleave;
  return std::nullopt;
}

// The other call belongs to another thread of the stack.
std::optional<StackPruning> StackGuide::pruningOfDeadlock(const DetailedCall& crashing,
                                                          const DetailedCall& other) const {
  unsigned second = catalogue_.call(other.call).operation;
  if (has(StackPruning::Exception) && (failsAlone(crashing) || failsAlone(other)))
    return StackPruning::Exception;
  unsigned partner = target_.threads.size() > 1 ? 1 : 0;
  if (has(StackPruning::Stack) &&
      (!reachesPoint(crashing, 0) || !isCrashing(second, partner) || !reachesPoint(other, partner)))
    return StackPruning::Stack;
  if (has(StackPruning::Redundant) && explored_.contains(pairKey(crashing, other)))
    return StackPruning::Redundant;
  if (has(StackPruning::Interleave) && !canDeadlock(crashing, other))
    return StackPruning::Interleave;
  return std::nullopt;
}

// ---- tests ------------------------------------------------------------------------------------------------

generate::PlannedTest StackGuide::testOf(const Candidate& candidate) {
  generate::PlannedTest test{.prefix = prefixes_[candidate.node],
                             .suffixes = {{candidate.crashing}}};
  if (candidate.other != kNobody)
    test.suffixes.push_back({candidate.other});
  HEDDLE_CHECK(!test.prefix.empty()) << "a test without a call that makes the object";
  test.shape = candidate.other == kNobody ? generate::Shape::Client
               : twoObjects_              ? generate::Shape::TwoObjects
                                          : generate::Shape::Pair;
  tried_.insert(candidate.coverage);
  isFallback_ = candidate.isLeftOut;
  ++counts_.tests;
  counts_.fallback += isFallback_ ? 1 : 0;
  return test;
}

std::optional<StackGuide::Candidate> StackGuide::takeGuided() {
  if (std::optional<Candidate> candidate = candidates_.takeKept())
    return candidate;
  if (level_ <= partialSince_ + 1 && candidates_.mayPartialWait())
    return std::nullopt;
  return candidates_.takePartial();
}

std::optional<StackGuide::Candidate> StackGuide::takeLearned() {
  return candidates_.takeLearned([this](const Candidate& candidate) {
    return has(StackPruning::Redundant) && tried_.contains(candidate.coverage);
  });
}

// There are no more prefixes.
std::optional<StackGuide::Candidate> StackGuide::takeRest() {
  if (std::optional<Candidate> candidate = candidates_.takeKept())
    return candidate;
  if (std::optional<Candidate> candidate = candidates_.takePartial())
    return candidate;
  return takeLearned();
}

std::optional<generate::PlannedTest> StackGuide::next(const std::function<bool()>& stop) {
  if (!isPlanted_)
    plantRoots();
  isPlanted_ = true;
  while (!stop()) {
    CandidateQueue::Search turn = candidates_.turn();
    std::optional<Candidate> candidate;
    if (turn == CandidateQueue::Search::InOrder)
      candidate = candidates_.takeInOrder();
    else if (turn == CandidateQueue::Search::Learned)
      candidate = takeLearned();
    if (!candidate)
      candidate = takeGuided();
    if (!candidate && !expandNext(stop)) {
      candidate = takeRest();
      isExhausted_ = !candidate;
      if (isExhausted_)
        return std::nullopt;
    }
    if (candidate)
      return testOf(*candidate);
  }
  return std::nullopt;
}

void StackGuide::charge(const Effort& effort) {
  candidates_.chargeTest(costOf(effort));
}

void StackGuide::count(model::Reproduction& run) const {
  HEDDLE_CHECK(std::accumulate(counts_.pruned.begin(), counts_.pruned.end(), std::uint64_t{0}) <=
               counts_.candidates)
      << "more candidates were pruned than there were";
  HEDDLE_CHECK(counts_.fallback <= counts_.tests) << "more tests are fallbacks than there were";
  run.prefixes = counts_.prefixes;
  run.levels = counts_.levels;
  run.candidates = counts_.candidates;
  run.pruned = counts_.pruned;
  run.tests = counts_.tests;
  run.fallback = counts_.fallback;
  run.reached = counts_.reached;
}

} // namespace heddle::reproduce
