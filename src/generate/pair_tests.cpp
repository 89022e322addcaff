// SPDX-License-Identifier: Apache-2.0
// Differences from the paper. (1) In exception mode, all calls of a prefix are likely ones that change what the pair
// reads, not only one of them, and calls that leave the state as it was are left out. (2) In deadlock mode every call of
// the prefix is made on both sides, not only those that take both objects. (3) A constructor that takes an object of the
// class may make the second object out of the first. (4) Where one method touches another object without its lock, the
// other call may be on that object in exception mode, too.
#include "generate/pair_tests.h"

#include <algorithm>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::generate {

namespace {

constexpr std::uint32_t kLongestPrefix = 10; // Max-len of the paper's evaluation
constexpr unsigned kTriesPerCall = 5;
constexpr std::size_t kPeerCallsPerOperation = 6;
constexpr std::size_t kConstructionsPerOperation = 4;

std::size_t lanesOf(Shape shape) {
  switch (shape) {
  case Shape::Client:
    return 1;
  case Shape::ThreeLanes:
  case Shape::ThreeAndOne:
    return 3;
  default:
    return 2;
  }
}

std::size_t callsOf(Shape shape) {
  switch (shape) {
  case Shape::Pair:
  case Shape::TwoObjects:
    return 2;
  case Shape::ThreeLanes:
  case Shape::TwoAgainstOne:
  case Shape::Client:
    return 3;
  default:
    return 4;
  }
}

std::uint16_t oneOf(const std::vector<std::uint16_t>& operations, Rng& random) {
  return operations[random.below(static_cast<std::uint32_t>(operations.size()))];
}

} // namespace

std::uint64_t keyOf(const PlannedTest& test) {
  auto hashOf = [](const calls::Path& path) {
    Hasher hasher;
    for (calls::CallId call : path)
      hasher.add(call);
    return hasher.value();
  };
  std::vector<std::uint64_t> lanes;
  lanes.reserve(test.suffixes.size());
  for (const calls::Path& suffix : test.suffixes)
    lanes.push_back(hashOf(suffix));
  std::ranges::sort(lanes);
  Hasher key;
  key.add(hashOf(test.prefix));
  for (std::uint64_t lane : lanes)
    key.add(lane);
  return key.value();
}

PairTests::PairTests(calls::CallCatalogue& catalogue,
                     calls::SequenceRunner& engine,
                     std::vector<calls::Root> roots,
                     const calls::Dependencies& dependencies,
                     bool directed,
                     calls::CallDrawer::Values values)
    : catalogue_(catalogue), engine_(engine), roots_(std::move(roots)), dependencies_(dependencies),
      directed_(directed), values_(values), operations_(catalogue.operations()),
      callsWithPeer_(catalogue.table().operationCount) {
  HEDDLE_CHECK(!roots_.empty()) << "tests are to be made of a class without objects";
  for (calls::CallId call : catalogue.callsWithPeer(kPeerCallsPerOperation))
    callsWithPeer_[catalogue.call(call).operation].push_back(call);
  for (calls::CallId call : catalogue.constructions(kConstructionsPerOperation))
    if (catalogue.mentionsPeer(call))
      peersOfObject_.push_back(catalogue.mirrored(call));
}

calls::SoloCall PairTests::runAlone(const Draft& draft, calls::CallId call) {
  calls::SoloCall alone = engine_.run(draft.path, draft.state, call);
  traces_.insert(alone.coverage);
  return alone;
}

bool PairTests::append(Draft& draft, calls::CallId call, bool mustChange) {
  if (!catalogue_.mayBeIn(call, abi::kInPrefix))
    return false;
  calls::SoloCall alone = runAlone(draft, call);
  if (alone.outcome != calls::CallOutcome::Returned || (mustChange && alone.state == draft.state))
    return false;
  draft.path.push_back(call);
  draft.state = alone.state;
  return true;
}

bool PairTests::appendMirrored(Draft& draft, calls::CallId call) {
  calls::Path path = draft.path;
  std::uint64_t state = draft.state;
  if (append(draft, call, false) && append(draft, catalogue_.mirrored(call), false))
    return true;
  draft.path = std::move(path);
  draft.state = state;
  return false;
}

// GETRANDOMCONSTRUCTOR
void PairTests::makeObject(Draft& draft) {
  const calls::Root& root = roots_[draft.random.below(static_cast<std::uint32_t>(roots_.size()))];
  draft.path = {root.construction};
  draft.state = root.state;
}

bool PairTests::makePeer(Draft& draft) {
  draft.hasPeer = true;
  if (!peersOfObject_.empty() && draft.random.below(2) == 0 &&
      append(draft, draft.drawer.oneOf(peersOfObject_), false))
    return true;
  const calls::Root& root = roots_[draft.random.below(static_cast<std::uint32_t>(roots_.size()))];
  return append(draft, catalogue_.mirrored(root.construction), false);
}

// APPENDSTATECHANGER relies on the summaries: a prefix of calls that do not write what one of the two reads is
// useless.
std::vector<std::uint16_t> PairTests::changersFor(MethodPair pair) const {
  std::vector<std::uint16_t> changers;
  for (std::uint16_t operation : operations_)
    if (!directed_ || dependencies_.changesStateFor(operation, pair.first) ||
        dependencies_.changesStateFor(operation, pair.second))
      changers.push_back(operation);
  return changers;
}

std::optional<calls::CallId> PairTests::draw(Draft& draft, unsigned operation, bool withPeer) {
  const std::vector<calls::CallId>& peerCalls = callsWithPeer_[operation];
  if (withPeer && !peerCalls.empty())
    return draft.drawer.oneOf(peerCalls);
  return draft.drawer.call(operation);
}

bool PairTests::changeOne(Draft& draft, MethodPair pair) {
  std::vector<std::uint16_t> changers = changersFor(pair);
  if (changers.empty())
    return false;
  std::uint32_t wanted = 1 + draft.random.below(kLongestPrefix);
  bool changed = false;
  for (std::uint32_t i = 0; i < wanted; ++i)
    for (unsigned tries = 0; tries < kTriesPerCall; ++tries) {
      bool any = draft.random.below(4) == 0 && i + 1 < wanted;
      std::uint16_t operation = oneOf(any ? operations_ : changers, draft.random);
      std::optional<calls::CallId> call =
          draw(draft, operation, draft.hasPeer && draft.random.below(2) == 0);
      if (!call || !append(draft, *call, directed_))
        continue;
      changed = changed || !any;
      break;
    }
  return changed;
}

// A call that takes both objects three times out of four, if there is one.
std::optional<calls::CallId> PairTests::drawLink(Draft& draft,
                                                 const std::vector<std::uint16_t>& changers) {
  auto takesNoPeer = [&](std::uint16_t operation) { return callsWithPeer_[operation].empty(); };
  for (std::vector<std::uint16_t> links : {changers, operations_}) {
    std::erase_if(links, takesNoPeer);
    if (!links.empty() && draft.random.below(4) != 0)
      return draw(draft, oneOf(links, draft.random), true);
  }
  return draw(draft, oneOf(changers.empty() ? operations_ : changers, draft.random), false);
}

// APPENDSTATECHANGERDEADLOCK
bool PairTests::changeBoth(Draft& draft, MethodPair pair) {
  std::vector<std::uint16_t> changers = changersFor(pair);
  std::uint32_t wanted = 1 + draft.random.below(kLongestPrefix / 2);
  bool changed = false;
  for (std::uint32_t i = 0; i < wanted; ++i)
    for (unsigned tries = 0; tries < kTriesPerCall; ++tries) {
      std::optional<calls::CallId> call = drawLink(draft, changers);
      if (!call || !appendMirrored(draft, *call))
        continue;
      changed = true;
      break;
    }
  return changed;
}

// GETSUFFIX
std::optional<calls::CallId>
PairTests::drawSuffix(Draft& draft, unsigned operation, bool withPeer) {
  HEDDLE_CHECK(!draft.path.empty()) << "a suffix is drawn before there is an object";
  std::optional<calls::CallId> second;
  for (unsigned tries = 0; tries < kTriesPerCall; ++tries) {
    std::optional<calls::CallId> call = draw(draft, operation, withPeer);
    if (!call)
      continue;
    calls::SoloCall alone = runAlone(draft, *call);
    if (alone.outcome == calls::CallOutcome::Returned)
      return call;
    if (alone.outcome == calls::CallOutcome::Threw || alone.waits())
      second = call;
  }
  return second;
}

std::optional<PlannedTest> PairTests::onOneObject(MethodPair pair, bool changeState, Rng& random) {
  Draft draft = newDraft(random);
  bool canUsePeer = !callsWithPeer_[pair.first].empty() || !callsWithPeer_[pair.second].empty();
  bool withPeer = canUsePeer && random.below(4) != 0;
  makeObject(draft);
  if (withPeer && !makePeer(draft))
    return std::nullopt;
  if (changeState && !changeOne(draft, pair))
    return std::nullopt;
  std::optional<calls::CallId> first = drawSuffix(draft, pair.first, withPeer);
  std::optional<calls::CallId> second = drawSuffix(draft, pair.second, withPeer);
  if (!first || !second)
    return std::nullopt;
  if (withPeer && directed_ && dependencies_.meetOnOther(pair.first, pair.second) &&
      random.below(2) == 0)
    second = catalogue_.mirrored(*second);
  return PlannedTest{.prefix = std::move(draft.path),
                     .suffixes = {{*first}, {*second}},
                     .shape = withPeer ? Shape::TwoObjects : Shape::Pair};
}

std::optional<PlannedTest> PairTests::onTwoObjects(MethodPair pair, bool changeState, Rng& random) {
  Draft draft = newDraft(random);
  makeObject(draft);
  if (!makePeer(draft))
    return std::nullopt;
  if (changeState && !changeBoth(draft, pair))
    return std::nullopt;
  // The objects may differ, such as a child and its parent: either gets either call.
  if (random.below(2) == 0)
    std::swap(pair.first, pair.second);
  // GETSUFFIXDEADLOCK: symmetric calls.
  std::optional<calls::CallId> first = drawSuffix(draft, pair.first, true);
  std::optional<calls::CallId> second =
      pair.first == pair.second ? first : drawSuffix(draft, pair.second, true);
  if (!first || !second)
    return std::nullopt;
  return PlannedTest{.prefix = std::move(draft.path),
                     .suffixes = {{*first}, {catalogue_.mirrored(*second)}},
                     .shape = Shape::TwoObjects};
}

std::optional<PlannedTest>
PairTests::ofThree(const calls::Dependencies::Triple& operations, bool changeState, Rng& random) {
  Draft draft = newDraft(random);
  makeObject(draft);
  if (changeState && !changeOne(draft, {.first = operations[0], .second = operations[1]}))
    return std::nullopt;
  PlannedTest test{.prefix = {}, .suffixes = {}, .shape = Shape::ThreeLanes};
  for (std::uint16_t operation : operations) {
    std::optional<calls::CallId> call = drawSuffix(draft, operation, false);
    if (!call)
      return std::nullopt;
    test.suffixes.push_back({*call});
  }
  test.prefix = std::move(draft.path);
  return test;
}

// One of the pair, or any.
std::optional<calls::CallId> PairTests::drawAnother(Draft& draft, MethodPair pair) {
  switch (draft.random.below(3)) {
  case 0:
    return drawSuffix(draft, pair.first, false);
  case 1:
    return drawSuffix(draft, pair.second, false);
  default:
    return drawSuffix(draft, oneOf(operations_, draft.random), false);
  }
}

std::optional<PlannedTest> PairTests::ofShape(MethodPair pair, Shape shape, Rng& random) {
  Draft draft = newDraft(random);
  makeObject(draft);
  if (random.below(4) != 0)
    changeOne(draft, pair); // as far as possible
  std::vector<calls::CallId> calls;
  for (std::size_t i = 0; i < std::max<std::size_t>(callsOf(shape), 2); ++i) {
    std::optional<calls::CallId> call = i == 0   ? drawSuffix(draft, pair.first, false)
                                        : i == 1 ? drawSuffix(draft, pair.second, false)
                                                 : drawAnother(draft, pair);
    if (!call)
      return std::nullopt;
    calls.push_back(*call);
  }
  PlannedTest test{.prefix = std::move(draft.path), .suffixes = {}, .shape = shape};
  // The calls of the pair begin two lanes.
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (i < lanesOf(shape))
      test.suffixes.push_back({calls[i]});
    else
      test.suffixes[i % lanesOf(shape)].push_back(calls[i]);
  return test;
}

} // namespace heddle::generate
