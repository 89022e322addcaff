// SPDX-License-Identifier: Apache-2.0
// The order of tests decides how soon a fault is found. A pair of calls is the more promising the more one of them
// disturbs the other when they run one after the other (Influence). Both orders are run for that, which costs about
// 20 us, while exploring a pair costs milliseconds. Pairs that differ from earlier ones only in the state, with the
// same four traces, come last. Operations take turns, so that an operation with many traces does not displace others.
#include "generate/assembler.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "support/check.h"

namespace heddle::generate {

namespace {

constexpr std::size_t kMostStartsPerSequence = 24;
constexpr std::size_t kExtendedStartsPerSequence = 6;
constexpr std::size_t kMostAgain = 4000;
constexpr std::size_t kActivePerOperation = 2;
// Pairs of one start state to look at before others have their turn: about 40 ms.
constexpr std::size_t kPairsPerLook = 1000;

// From both ends to the middle: late states are rich, early ones are simple.
std::vector<std::size_t> fromBothEnds(std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t low = 0, high = count; low < high; ++low) {
    order.push_back(--high);
    if (low < high)
      order.push_back(low);
  }
  return order;
}

std::uint32_t operationPair(unsigned a, unsigned b) {
  return std::min(a, b) << 16 | std::max(a, b);
}

bool waits(const calls::Option& option) {
  return option.alone.waits();
}

// Options that influence others: first those that block, then by how much; few of each operation.
std::vector<std::size_t> activeOptions(const calls::StartState& start,
                                       const std::vector<calls::OptionPair>& pairs) {
  std::vector<unsigned> weight(start.options.size());
  for (const calls::OptionPair& pair : pairs) {
    unsigned amount =
        pair.influence == calls::Influence::Trace ? 2 : pair.influence == calls::Influence::Order;
    weight[pair.first] += amount;
    weight[pair.second] += amount;
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < start.options.size(); ++i)
    if (weight[i] > 0)
      order.push_back(i);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::tuple(!waits(start.options[a]), weight[b], a) <
           std::tuple(!waits(start.options[b]), weight[a], b);
  });
  std::unordered_map<unsigned, std::size_t> perOperation;
  std::erase_if(order, [&](std::size_t i) {
    return perOperation[start.options[i].operation]++ >= kActivePerOperation;
  });
  return order;
}

// These and the others, those that change the state first: calls that exclude each other on one object can meet on two.
std::vector<std::size_t> andOthers(std::vector<std::size_t> active,
                                   const calls::StartState& start) {
  for (bool changing : {true, false})
    for (std::size_t i = 0; i < start.options.size(); ++i)
      if ((start.options[i].alone.state != start.state) == changing &&
          std::ranges::find(active, i) == active.end())
        active.push_back(i);
  return active;
}

} // namespace

void Assembler::add(const calls::CallSequence& sequence, const std::vector<calls::CallId>& calls) {
  HEDDLE_CHECK(!sequence.root.empty()) << "a call sequence that makes no object";
  std::vector<calls::CallId> fresh;
  for (const calls::CallSequence::Step& step : sequence.steps)
    if (step.improves && std::ranges::find(covering_, step.call) == covering_.end() &&
        std::ranges::find(fresh, step.call) == fresh.end())
      fresh.push_back(step.call);
  covering_.insert(covering_.end(), fresh.begin(), fresh.end());
  std::vector<calls::CallId> tried = calls;
  for (calls::CallId call : covering_)
    if (std::ranges::find(tried, call) == tried.end())
      tried.push_back(call);
  observeWith(tried);
  std::size_t earlierStarts = starts_.size();
  addStarts(sequence, tried);
  addSimpleStarts(sequence, calls);
  extendEarlierStarts(fresh, earlierStarts);
  ++sequences_;
  sequencePairs_ += sequences_;
}

void Assembler::addStarts(const calls::CallSequence& sequence,
                          const std::vector<calls::CallId>& calls) {
  std::size_t added = 0;
  for (std::size_t i : fromBothEnds(sequence.steps.size() + 1)) {
    std::uint64_t state = i == 0 ? sequence.rootState : sequence.steps[i - 1].observation.state;
    if (added == kMostStartsPerSequence || !startStates_.insert(state).second)
      continue;
    ++added;
    // The state does not include what the threads of the class have done by then.
    calls::Path prefix = sequence.before(i);
    if (!classOwnsThreads_)
      prefix = calls::shortened(prefix, state, behaviour_);
    addStart(std::move(prefix), state, calls);
  }
}

// A sequence that collects coverage also collects other effects: once a listener that throws has been added, later
// listeners are never called. So the states one call away from the constructor are start states as well.
void Assembler::addSimpleStarts(const calls::CallSequence& sequence,
                                const std::vector<calls::CallId>& calls) {
  std::size_t added = 0;
  for (calls::CallId call : calls) {
    if (added == kMostStartsPerSequence)
      return;
    if (!catalogue_.mayBeIn(call, abi::kInPrefix))
      continue;
    calls::SoloCall alone = behaviour_.run(sequence.root, sequence.rootState, call);
    if (alone.outcome != calls::CallOutcome::Returned || !startStates_.insert(alone.state).second)
      continue;
    ++added;
    calls::Path prefix = sequence.root;
    prefix.push_back(call);
    addStart(std::move(prefix), alone.state, calls);
  }
}

void Assembler::addStart(calls::Path prefix,
                         std::uint64_t state,
                         const std::vector<calls::CallId>& calls) {
  HEDDLE_CHECK(!prefix.empty()) << "a start state without a call that makes the object";
  pendingStarts_.push_back(
      {.start = starts_.size(), .calls = calls, .sequencePair = sequencePairs_ + 1, .isNew = true});
  starts_.push_back(
      {.prefix = std::move(prefix), .state = state, .owner = sequences_, .options = {}});
}

void Assembler::extendEarlierStarts(const std::vector<calls::CallId>& calls, std::size_t count) {
  std::unordered_map<std::size_t, std::size_t> perOwner;
  for (std::size_t i = 0; i < count && !calls.empty(); ++i) {
    std::size_t owner = starts_[i].owner;
    if (perOwner[owner]++ < kExtendedStartsPerSequence)
      pendingStarts_.push_back(
          {.start = i, .calls = calls, .sequencePair = sequencePairs_ + 2 + owner});
  }
}

std::optional<GeneratedTest> Assembler::next(Shape shape) {
  if (knownVersion_ != dependencies_.version())
    lookAgain();
  if (shape == Shape::Pair) {
    std::optional<PendingPair> pending = nextPair();
    if (!pending)
      return std::nullopt;
    HEDDLE_CHECK(pending->start < starts_.size())
        << "start state " << pending->start << " of " << starts_.size();
    const calls::StartState& start = starts_[pending->start];
    HEDDLE_CHECK(pending->pair.second < start.options.size())
        << "option " << pending->pair.second << " of " << start.options.size();
    calls::CallId first = start.options[pending->pair.first].call;
    calls::CallId second = start.options[pending->pair.second].call;
    return GeneratedTest{.test = testOf(start.prefix, {{first}, {second}}, false),
                         .shape = shape,
                         .number = ++tests_,
                         .sequencePair = pending->sequencePair};
  }
  std::deque<Plan>& plans = plans_[static_cast<std::size_t>(shape)];
  if (plans.empty() && shape == Shape::Client && classOwnsThreads_)
    lookAtNext();
  if (plans.empty())
    return std::nullopt;
  Plan plan = std::move(plans.front());
  plans.pop_front();
  return GeneratedTest{.test = testOf(plan.prefix, plan.suffixes, shape == Shape::TwoObjects),
                       .shape = shape,
                       .number = ++tests_,
                       .sequencePair = ++sequencePairs_};
}

// A start state is examined when the promising pairs of those before it are used up.
std::optional<Assembler::PendingPair> Assembler::nextPair() {
  for (std::size_t urgency = 0; urgency < kUrgencies;) {
    if (urgency == static_cast<std::size_t>(calls::Influence::Writes) && lookAtNext())
      urgency = 0;
    std::deque<PendingPair>& queue = pendingPairs_[urgency];
    if (queue.empty()) {
      ++urgency;
      continue;
    }
    PendingPair pair = queue.front();
    queue.pop_front();
    return pair;
  }
  return std::nullopt;
}

bool Assembler::lookAtNext() {
  if (pendingStarts_.empty())
    return false;
  PendingStart pending = std::move(pendingStarts_.front());
  pendingStarts_.pop_front();
  HEDDLE_CHECK(pending.start < starts_.size())
      << "start state " << pending.start << " of " << starts_.size();
  calls::StartState& start = starts_[pending.start];
  bool isFirstLook = pending.candidates.empty();
  if (isFirstLook) {
    std::size_t from = calls::addOptions(start, pending.calls, catalogue_, behaviour_);
    pending.candidates =
        calls::candidatesAt(start, pending.again ? 0 : from, dependencies_, catalogue_.contracts());
  }
  std::vector<calls::OptionPair> pairs;
  std::size_t count = std::min(pending.candidates.size(), kPairsPerLook);
  pairs.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    pairs.push_back(calls::pairOf(start, pending.candidates[i], behaviour_));
  if (isFirstLook && pending.isNew)
    escalate(start, pairs);
  file(pending, pairs);
  pending.candidates.erase(pending.candidates.begin(),
                           pending.candidates.begin() + static_cast<std::ptrdiff_t>(count));
  if (!pending.candidates.empty())
    pendingStarts_.push_back(std::move(pending));
  return true;
}

// Pairs have been restored: those of the start states seen so far have not been examined.
void Assembler::lookAgain() {
  knownVersion_ = dependencies_.version();
  for (std::size_t i = 0; i < starts_.size(); ++i)
    if (!starts_[i].options.empty())
      pendingStarts_.push_back({.start = i,
                                .calls = {},
                                .sequencePair = sequencePairs_ + 1 + starts_[i].owner,
                                .again = true});
}

void Assembler::file(const PendingStart& pending, const std::vector<calls::OptionPair>& pairs) {
  const std::vector<calls::Option>& options = starts_[pending.start].options;
  auto add = [&](std::size_t urgency, const calls::OptionPair& pair) {
    pendingPairs_[urgency].push_back(
        {.start = pending.start, .pair = pair, .sequencePair = pending.sequencePair});
  };
  std::vector<std::tuple<unsigned, calls::Promise, std::size_t>> byTurn; // and index
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const calls::OptionPair& pair = pairs[i];
    bool isNew = pairKeys_.insert(pair.key).second;
    bool again = !isNew && !pending.again && pair.influence <= calls::Influence::Order;
    if (again && pendingPairs_[kAgain].size() < kMostAgain)
      add(kAgain, pair);
    if (!isNew)
      continue;
    unsigned first = options[pair.first].operation, second = options[pair.second].operation;
    unsigned& turn = turns_[operationPair(first, second)];
    byTurn.emplace_back(turn++, dependencies_.promise(first, second), i);
  }
  std::ranges::sort(byTurn);
  for (const auto& [turn, promise, i] : byTurn)
    add(static_cast<std::size_t>(pairs[i].influence), pairs[i]);
}

bool Assembler::wantsPlans(Shape shape, const calls::StartState& start) {
  unsigned most = 8;
  if (shape == Shape::Client && !classOwnsThreads_)
    most = 0;
  else if (shape == Shape::TwoObjects)
    most = 4;
  else if (shape == Shape::ThreeLanes || shape == Shape::ThreeAndOne)
    most = std::ranges::any_of(start.options, waits) ? 16 : 4;
  return planned_[static_cast<std::size_t>(shape)]++ < most;
}

void Assembler::escalate(const calls::StartState& start,
                         const std::vector<calls::OptionPair>& pairs) {
  std::vector<std::size_t> active = activeOptions(start, pairs);
  for (unsigned i = 1; i < kShapes; ++i) {
    auto shape = static_cast<Shape>(i);
    if (!wantsPlans(shape, start))
      continue;
    const bool all = shape == Shape::TwoObjects && dependencies_.areKnown();
    for (Plan& plan :
         plansFor(shape, start, all ? andOthers(active, start) : active, catalogue_, behaviour_))
      if (!isPruned(plan, shape) &&
          catalogue_.contracts().allow(catalogue_.test(plan.prefix, plan.suffixes, {})) &&
          planKeys_.insert(plan.key).second)
        plans_[i].push_back(std::move(plan));
  }
}

// No two of its concurrent calls can disturb each other. Locks that exclude calls on one object say nothing about
// calls on two.
bool Assembler::isPruned(const Plan& plan, Shape shape) const {
  if (shape == Shape::TwoObjects || shape == Shape::Client)
    return false;
  auto arePruned = [&](const calls::Path& one, const calls::Path& other) {
    for (calls::CallId first : one)
      for (calls::CallId second : other)
        if (!dependencies_.isPruned(catalogue_.call(first).operation,
                                    catalogue_.call(second).operation))
          return false;
    return true;
  };
  for (std::size_t i = 0; i < plan.suffixes.size(); ++i)
    for (std::size_t k = i + 1; k < plan.suffixes.size(); ++k)
      if (!arePruned(plan.suffixes[i], plan.suffixes[k]))
        return false;
  return true;
}

GeneratedTest Assembler::made(const PlannedTest& test) {
  return {.test = testOf(test.prefix, test.suffixes, test.shape == Shape::TwoObjects),
          .shape = test.shape,
          .number = ++tests_,
          .sequencePair = ++sequencePairs_};
}

model::Test Assembler::testOf(const calls::Path& prefix,
                              const std::vector<calls::Path>& suffixes,
                              bool withPeer) {
  calls::Path epilogue = observers_.chosenFor(suffixes, catalogue_, dependencies_);
  if (withPeer)
    for (std::size_t i = 0, count = epilogue.size(); i < count; ++i)
      epilogue.push_back(catalogue_.mirrored(epilogue[i]));
  return catalogue_.test(prefix, suffixes, epilogue);
}

} // namespace heddle::generate
