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
// alone only approximates running concurrently, as the paper itself says. So pruned candidates are kept and
// tried when nothing else is left, and once before prefixes become long if no call has reached the point of failure.
// Redundant pairs that leave other values in memory are tried then, too: equal traces are not equal interleavings. Of
// the calls that reach the failing line, those that make all accesses there go first.
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

constexpr std::size_t kMostCalls = 160;   // from which prefixes and other calls are chosen
constexpr std::size_t kMostPeerCalls = 4; // per operation
constexpr std::uint16_t kMostEqual = 3;   // values that all parameters of a call are given
constexpr std::size_t kMostLeftOut = 20'000;
// Prefixes of this many calls after the constructor are tried without any fallback.
constexpr unsigned kFirstFallback = 3;

// In addition to the paper: what the other call writes. Setting a pointer and setting it to null take the same path.
std::uint64_t pairKey(const DetailedCall& crashing, const DetailedCall& other) {
  return Hasher()
      .add(crashing.details.coverage)
      .add(other.details.coverage)
      .add(other.details.effect)
      .value();
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
  }
  combine(node, crashing, others);
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

void StackGuide::combine(const Node& node,
                         const std::vector<DetailedCall>& crashing,
                         const std::vector<DetailedCall>& others) {
  for (const DetailedCall& call : crashing)
    counts_.reached += reachesPoint(call, 0) ? 1 : 0;
  if (ownThread_)
    for (const DetailedCall& call : crashing)
      if (!failsAlone(call) && traces_.insert(Hasher().add(call.details.coverage).value()).second)
        survivors_.push_back({node.path, call.call, kNobody, call.details.coverage});
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
    consider(node, *pair.crashing, *pair.other);
}

// A call that destroys what the crashing call uses is tried before one that only changes it, and one that changes more
// of it before one that changes less: inconsistent values need two. Larger is tried sooner.
std::size_t StackGuide::rank(const DetailedCall& crashing, const DetailedCall& other) const {
  bool isUrgent = urgency(other.call) < target_.interfering.size() || destroys(other, crashing);
  return isUrgent ? ~std::size_t{0} : changedWords(other, crashing);
}

void StackGuide::consider(const Node& node,
                          const DetailedCall& crashing,
                          const DetailedCall& other) {
  ++counts_.candidates;
  std::uint64_t key = pairKey(crashing, other);
  Candidate candidate{
      .prefix = node.path, .crashing = crashing.call, .other = other.call, .coverage = key};
  std::optional<StackPruning> rule =
      twoObjects_ ? pruningOfDeadlock(crashing, other) : pruningOf(crashing, other);
  if (!rule) {
    explored_.insert(key);
    return keep(std::move(candidate), crashing);
  }
  ++counts_.pruned[static_cast<std::size_t>(*rule)];
  std::uint64_t repeatedKey = Hasher().add(key).add(crashing.details.effect).value();
  if (*rule == StackPruning::Redundant && repeatedKeys_.insert(repeatedKey).second &&
      repeated_.size() < kMostLeftOut)
    repeated_.push_back(candidate);
  // A call that fails alone proves nothing.
  if (*rule != StackPruning::Exception && *rule != StackPruning::Redundant &&
      leftOut_.size() < kMostLeftOut)
    leftOut_.push_back(std::move(candidate));
}

void StackGuide::keep(Candidate candidate, const DetailedCall& crashing) {
  bool isPartial = !twoObjects_ && has(StackPruning::Stack) && reachesPoint(crashing, 0) &&
                   crashing.details.sitesAtPoint < options_.sitesAtPoint;
  if (!isPartial) {
    survivors_.push_back(std::move(candidate));
    return;
  }
  if (partial_.empty())
    partialSince_ = level_;
  candidate.sites = crashing.details.sitesAtPoint;
  auto place = std::ranges::find_if(
      partial_, [&](const Candidate& other) { return other.sites < candidate.sites; });
  HEDDLE_CHECK(place == partial_.begin() || std::prev(place)->sites >= candidate.sites)
      << "calls that reach the point of failure are out of order";
  partial_.insert(place, std::move(candidate));
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
  if (has(StackPruning::Stack) && !reachesPoint(crashing, 0))
    return StackPruning::Stack;
  if (has(StackPruning::Redundant) && explored_.contains(pairKey(crashing, other)))
    return StackPruning::Redundant;
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

std::optional<generate::PlannedTest> StackGuide::take(std::deque<Candidate>& candidates) {
  while (!candidates.empty()) {
    Candidate candidate = std::move(candidates.front());
    candidates.pop_front();
    // While it was left out, the same pair may have been explored elsewhere.
    if (isFallback_ && has(StackPruning::Redundant) && !explored_.insert(candidate.coverage).second)
      continue;
    generate::PlannedTest test{.prefix = std::move(candidate.prefix),
                               .suffixes = {{candidate.crashing}}};
    if (candidate.other != kNobody)
      test.suffixes.push_back({candidate.other});
    HEDDLE_CHECK(!test.prefix.empty()) << "a test without a call that makes the object";
    test.shape = candidate.other == kNobody ? generate::Shape::Client
                 : twoObjects_              ? generate::Shape::TwoObjects
                                            : generate::Shape::Pair;
    ++counts_.tests;
    counts_.fallback += isFallback_ ? 1 : 0;
    return test;
  }
  return std::nullopt;
}

bool StackGuide::mayFallBack() const {
  return level_ >= kFirstFallback && partial_.empty() && counts_.tests == counts_.fallback &&
         counts_.reached == 0;
}

std::optional<generate::PlannedTest> StackGuide::next(const std::function<bool()>& stop) {
  if (!isPlanted_)
    plantRoots();
  isPlanted_ = true;
  while (!stop()) {
    isFallback_ = false;
    if (std::optional<generate::PlannedTest> test = take(survivors_))
      return test;
    if (!partial_.empty() && level_ > partialSince_ + 1)
      if (std::optional<generate::PlannedTest> test = take(partial_))
        return test;
    if (level_ >= kFirstFallback)
      if (std::optional<generate::PlannedTest> test = take(repeated_))
        return test;
    bool isOver = !mayFallBack() && !expandNext(stop);
    if (!isOver && !mayFallBack())
      continue;
    for (std::deque<Candidate>* rest : {&partial_, &repeated_})
      if (std::optional<generate::PlannedTest> test = take(*rest))
        return test;
    isFallback_ = true;
    if (std::optional<generate::PlannedTest> test = take(leftOut_))
      return test;
    if (isOver || !expandNext(stop)) {
      isExhausted_ = survivors_.empty() && partial_.empty() && repeated_.empty();
      if (isExhausted_)
        return std::nullopt;
    }
  }
  return std::nullopt;
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
