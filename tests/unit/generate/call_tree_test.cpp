// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <ostream>
#include <set>

#include "call_machine.h"
#include "generate/call_tree.h"
#include "support/rng.h"

namespace heddle::generate {
namespace {

constexpr calls::CallId kConstruction = 1000;
// Calls that throw are never followed.
const Prunings kNoPruning{model::SequencePruning::Throws};

Prunings prunings(std::string_view names) {
  Prunings rules;
  EXPECT_TRUE(addNamed(names, rules)) << names;
  return rules;
}

std::vector<Edge> edgesOf(const calls::CallMachine& machine) {
  std::vector<Edge> edges;
  for (calls::CallId call = 0; call < machine.calls(); ++call)
    edges.push_back({.call = call, .operation = call});
  return edges;
}

CallTree::Found search(calls::CallMachine& machine,
                       const Prunings& prunings,
                       TreeLimits limits,
                       TraceLedger* ledger = nullptr) {
  TraceLedger fresh(100);
  CallTree tree(
      machine, edgesOf(machine), ledger != nullptr ? *ledger : fresh, prunings, limits, [] {
        return false;
      });
  return tree.search({kConstruction}, 0);
}

struct Optimum {
  std::size_t improvement = 0;
  std::size_t length = 0;
  bool operator==(const Optimum&) const = default;
};

void PrintTo(const Optimum& optimum, std::ostream* out) {
  *out << optimum.improvement << " traces by " << optimum.length << " calls";
}

Optimum optimumOf(const CallTree::Found& found) {
  return {.improvement = found.improvement, .length = found.best.size()};
}

// Found by breadth-first search over states and sets of traces covered on the way.
Optimum exactOptimum(const calls::CallMachine& machine) {
  using Position = std::pair<unsigned, std::set<std::uint64_t>>;
  std::set<Position> seen{{0, {}}};
  std::deque<std::pair<Position, std::size_t>> queue{{{0, {}}, 0}};
  Optimum best;
  for (; !queue.empty(); queue.pop_front()) {
    auto [position, length] = queue.front();
    if (position.second.size() > best.improvement)
      best = {.improvement = position.second.size(), .length = length};
    for (calls::CallId call = 0; call < machine.calls(); ++call) {
      const calls::CallMachine::Transition& transition = machine.at(position.first, call);
      if (transition.outcome != calls::CallOutcome::Returned)
        continue;
      Position next{transition.next, position.second};
      next.second.insert(transition.coverage);
      if (seen.insert(next).second)
        queue.emplace_back(next, length + 1);
    }
  }
  return best;
}

// Half of the transitions stay in their state, as observers do; traces are few, so that they repeat.
calls::CallMachine randomMachine(std::uint64_t seed, unsigned states, unsigned calls) {
  Rng random(seed, states * 16 + calls);
  calls::CallMachine machine(states, calls);
  for (unsigned state = 0; state < states; ++state)
    for (calls::CallId call = 0; call < calls; ++call)
      machine.at(state, call) = {.next = random.below(2) == 0 ? state : random.below(states),
                                 .coverage = 1 + call * 10 + random.below(3),
                                 .outcome = random.below(6) == 0 ? calls::CallOutcome::Threw
                                                                 : calls::CallOutcome::Returned};
  return machine;
}

// A counter that must be raised three times before its last trace appears.
calls::CallMachine threeSteps() {
  calls::CallMachine machine(4, 2);
  for (unsigned state = 0; state < 4; ++state) {
    machine.at(state, 0) = {.next = std::min(state + 1, 3u), .coverage = 1};
    machine.at(state, 1) = {.next = state, .coverage = state == 3 ? 3u : 2u};
  }
  return machine;
}

TEST(CallTree, FindsMoreTracesWithFewerCalls) {
  calls::CallMachine machine = threeSteps();
  CallTree::Found found = search(machine, Prunings::all(), {.saturation = 4});
  EXPECT_EQ(found.improvement, 3u);
  EXPECT_EQ(found.best.size(), 5u); // raise three times, look before and after
  EXPECT_FALSE(found.cut);
}

TEST(CallTree, SaturationEndsTheSearchForDistantTraces) {
  calls::CallMachine machine = threeSteps();
  EXPECT_EQ(search(machine, Prunings::all(), {.saturation = 1}).improvement, 2u);
  EXPECT_EQ(search(machine, kNoPruning, {.saturation = 1}).improvement, 2u);
  EXPECT_EQ(search(machine, kNoPruning, {.saturation = 2}).improvement, 3u);
}

TEST(CallTree, CoveredTracesAreNoImprovement) {
  calls::CallMachine machine = threeSteps();
  TraceLedger ledger(100);
  ledger.cover(1);
  ledger.cover(2);
  CallTree::Found found = search(machine, Prunings::all(), {.saturation = 4}, &ledger);
  EXPECT_EQ(found.improvement, 1u);
  EXPECT_EQ(found.best, (calls::Path{0, 0, 0, 1}));
  ledger.cover(3);
  EXPECT_TRUE(search(machine, Prunings::all(), {.saturation = 4}, &ledger).best.empty());
}

TEST(CallTree, OnlyTheFirstTracesOfAnOperationCount) {
  calls::CallMachine machine(10, 1); // a loop that grows with each call
  for (unsigned state = 0; state < 10; ++state)
    machine.at(state, 0) = {.next = std::min(state + 1, 9u), .coverage = 1 + state};
  TraceLedger ledger(4);
  CallTree::Found found = search(machine, Prunings::all(), {.saturation = 3}, &ledger);
  EXPECT_EQ(found.improvement, 4u);
  EXPECT_EQ(found.best.size(), 4u);
}

TEST(CallTree, CallsThatThrowAreNotExtendedUnlessD1IsOff) {
  calls::CallMachine machine(2, 2);
  machine.at(0, 0) = {.next = 1, .coverage = 1, .outcome = calls::CallOutcome::Threw};
  machine.at(0, 1) = {.next = 0, .coverage = 2};
  machine.at(1, 0) = {.next = 1, .coverage = 3};
  machine.at(1, 1) = {.next = 1, .coverage = 4};
  EXPECT_EQ(search(machine, Prunings::all(), {}).improvement, 1u);
  Prunings all = Prunings::all();
  all.set(model::SequencePruning::Throws, false);
  EXPECT_EQ(search(machine, all, {}).improvement, 4u);
}

TEST(CallTree, CallsThatDoNotComeBackAreNeverExtended) {
  for (calls::CallOutcome outcome : {calls::CallOutcome::Blocked,
                                     calls::CallOutcome::Failed,
                                     calls::CallOutcome::Endless,
                                     calls::CallOutcome::Exited,
                                     calls::CallOutcome::Refused}) {
    calls::CallMachine machine(1, 2);
    machine.at(0, 0) = {.next = 0, .coverage = 1, .outcome = outcome};
    machine.at(0, 1) = {.next = 0, .coverage = 2};
    Prunings none = kNoPruning;
    none.set(model::SequencePruning::Throws, false);
    EXPECT_EQ(search(machine, none, {}).best, calls::Path{1});
  }
}

// A call that throws and does not change the state covers more than its node, but no sequence continues from it.
TEST(CallTree, B1DoesNotGiveUpANodeForAChildThatThrew) {
  calls::CallMachine machine(2, 2);
  machine.at(0, 0) = {.next = 0, .coverage = 1, .outcome = calls::CallOutcome::Threw};
  machine.at(0, 1) = {.next = 1, .coverage = 2};
  machine.at(1, 0) = {.next = 1, .coverage = 3};
  machine.at(1, 1) = {.next = 1, .coverage = 4};
  EXPECT_EQ(search(machine, Prunings::all(), {}).improvement, 3u);
}

// The rules do not lose coverage unless saturation interferes (it does not if k is at least the number of states).
class Pruning : public testing::TestWithParam<const char*> {};

TEST_P(Pruning, KeepsTheBestCoverage) {
  const Prunings rules = prunings(GetParam());
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    calls::CallMachine machine = randomMachine(seed, 3, 2);
    EXPECT_EQ(search(machine, rules, {.saturation = 3}).improvement,
              exactOptimum(machine).improvement)
        << "machine " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    Pruning,
    testing::Values("throws,redundant-call",
                    "throws,better-extension",
                    "throws,redundant-prefix",
                    "throws,redundant-call,better-extension,redundant-prefix",
                    "throws,same-state,better-extension,redundant-prefix",
                    "throws,same-state,redundant-call,redundant-prefix",
                    "throws,same-state,redundant-call,better-extension",
                    "throws,same-state,redundant-call,better-extension,redundant-prefix"));

// A sequence is redundant when another covers more in the same state, even if that one is longer. So the redundancy rules may cost a
// call; the proof of Theorem 1 overlooks it.
TEST(CallTree, WithoutRedundancyTheShortestOfTheBestIsFound) {
  for (const char* rules : {"throws", "throws,same-state"}) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      calls::CallMachine machine = randomMachine(seed, 3, 2);
      CallTree::Found found = search(machine, prunings(rules), {.saturation = 3});
      EXPECT_EQ(optimumOf(found), exactOptimum(machine)) << rules << ", machine " << seed;
    }
  }
}

TEST(CallTree, AllRulesTogetherKeepTheBestCoverageOfLargerMachines) {
  std::size_t foundCalls = 0, exactCalls = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    calls::CallMachine machine = randomMachine(seed, 6, 4);
    Optimum exact = exactOptimum(machine);
    Optimum found = optimumOf(search(machine, Prunings::all(), {.saturation = 6}));
    EXPECT_EQ(found.improvement, exact.improvement) << "machine " << seed;
    foundCalls += found.length;
    exactCalls += exact.length;
  }
  EXPECT_LE(foundCalls, exactCalls * 5 / 4);
}

TEST(CallTree, PruningSavesNearlyEverything) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    calls::CallMachine machine = randomMachine(seed, 3, 2);
    with += search(machine, Prunings::all(), {.saturation = 3}).visited;
    without += search(machine, kNoPruning, {.saturation = 3}).visited;
  }
  EXPECT_LT(with * 10, without);
}

TEST(CallTree, ACutSearchReturnsTheBestSoFar) {
  calls::CallMachine machine = randomMachine(1, 5, 4);
  CallTree::Found found = search(machine, Prunings::all(), {.saturation = 5, .sequences = 6});
  EXPECT_TRUE(found.cut);
  EXPECT_GT(found.improvement, 0u);
  EXPECT_LE(found.visited, 6u);
}

TEST(CallTree, TheDepthLimitDoesNotEndTheSearch) {
  calls::CallMachine machine = threeSteps();
  CallTree::Found found = search(machine, Prunings::all(), {.saturation = 4, .depth = 3});
  EXPECT_TRUE(found.cut);
  EXPECT_EQ(found.improvement, 2u);
  found = search(machine, Prunings::all(), {.saturation = 4, .depth = 6});
  EXPECT_EQ(found.improvement, 3u);
}

TEST(CallTree, StopsWhenTold) {
  calls::CallMachine machine = randomMachine(1, 5, 4);
  TraceLedger ledger(100);
  CallTree tree(machine, edgesOf(machine), ledger, {}, {}, [] { return true; });
  EXPECT_TRUE(tree.search({kConstruction}, 0).cut);
  EXPECT_EQ(machine.runs(), 0u);
}

TEST(CallTree, IsDeterministic) {
  calls::CallMachine machine = randomMachine(3, 5, 4);
  CallTree::Found one = search(machine, Prunings::all(), {.saturation = 5});
  CallTree::Found other = search(machine, Prunings::all(), {.saturation = 5});
  EXPECT_EQ(one.best, other.best);
  EXPECT_EQ(one.visited, other.visited);
}

TEST(Prunings, SomeCompareStates) {
  EXPECT_TRUE(compareStates(prunings("throws,redundant-prefix")));
  EXPECT_FALSE(compareStates(prunings("throws")));
  EXPECT_FALSE(compareStates({}));
}

} // namespace
} // namespace heddle::generate
