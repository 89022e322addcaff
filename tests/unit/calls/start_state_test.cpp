// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "call_machine.h"
#include "calls/start_state.h"

namespace heddle::calls {
namespace {

constexpr CallId kUp = 0, kDown = 1, kLook = 2, kReset = 3;
constexpr CallId kMake = 4; // leaves the counter at 0, whatever it was

// A counter from 0 to 3.
CallMachine counter() {
  CallMachine machine(4, 5);
  for (unsigned state = 0; state < 4; ++state) {
    machine.at(state, kUp) = {.next = std::min(state + 1, 3u), .coverage = state == 3 ? 11u : 10u};
    machine.at(state, kDown) = {.next = state == 0 ? 0 : state - 1,
                                .coverage = 20,
                                .outcome = state == 0 ? CallOutcome::Threw : CallOutcome::Returned};
    machine.at(state, kLook) = {.next = state, .coverage = 30, .value = state};
    machine.at(state, kReset) = {.next = 0, .coverage = 40};
    machine.at(state, kMake) = {.next = 0, .coverage = 50};
  }
  return machine;
}

TEST(Shortened, KeepsOnlyTheCallsThatMatter) {
  CallMachine machine = counter();
  Behaviour behaviour(machine, true);
  Path path{kMake, kLook, kUp, kUp, kLook, kDown, kReset, kUp, kLook, kUp, kLook};
  EXPECT_EQ(shortened(path, 2, behaviour), (Path{kMake, kUp, kUp}));
  EXPECT_EQ(shortened({kMake, kUp, kDown, kLook}, 0, behaviour), Path{kMake});
  EXPECT_EQ(shortened({kMake}, 0, behaviour), Path{kMake});
}

TEST(Options, OneForEachTraceAndEffect) {
  CallMachine machine = counter();
  MachineTable names(5);
  CallCatalogue catalogue(names.table());
  catalogue.calls(1, 0, 10);
  Behaviour behaviour(machine, true);
  StartState start{.prefix = {kMake}, .state = 0, .owner = 0, .options = {}};
  EXPECT_EQ(addOptions(start, {kUp, kDown, kLook, kLook, kReset}, catalogue, behaviour), 0u);
  EXPECT_EQ(start.options.size(), 4u);
  EXPECT_EQ(addOptions(start, {kReset, kUp}, catalogue, behaviour), 4u);
  EXPECT_EQ(start.options.size(), 4u);
}

Influence influence(const std::vector<OptionPair>& pairs,
                    const StartState& start,
                    CallId first,
                    CallId second) {
  for (const OptionPair& pair : pairs) {
    CallId a = start.options[pair.first].call, b = start.options[pair.second].call;
    if ((a == first && b == second) || (a == second && b == first))
      return pair.influence;
  }
  ADD_FAILURE() << "no such pair";
  return Influence::None;
}

TEST(Pairs, KnowHowTheirCallsInfluenceEachOther) {
  CallMachine machine = counter();
  MachineTable names(5);
  CallCatalogue catalogue(names.table());
  catalogue.calls(1, 0, 10);
  Behaviour behaviour(machine, true);
  StartState start{.prefix = {kMake, kUp}, .state = 1, .owner = 0, .options = {}};
  addOptions(start, {kUp, kDown, kLook, kReset}, catalogue, behaviour);
  Dependencies unknown(6);
  std::vector<OptionPair> pairs;
  for (const OptionIndices& options : candidatesAt(start, 0, unknown, catalogue.contracts()))
    pairs.push_back(pairOf(start, options, behaviour));
  EXPECT_EQ(influence(pairs, start, kDown, kDown), Influence::Trace); // the second throws
  EXPECT_EQ(influence(pairs, start, kDown, kReset), Influence::Trace);
  EXPECT_EQ(influence(pairs, start, kUp, kReset), Influence::Order); // 1 or 0 remains
  EXPECT_EQ(influence(pairs, start, kUp, kLook), Influence::Order);  // 1 or 2 is seen
  EXPECT_EQ(influence(pairs, start, kUp, kUp), Influence::Writes);   // 3 remains
  EXPECT_EQ(influence(pairs, start, kLook, kLook), Influence::None);
  EXPECT_EQ(pairs.size(), 10u);
  EXPECT_EQ(candidatesAt(start, 3, unknown, catalogue.contracts()).size(),
            4u); // those with the last option
}

} // namespace
} // namespace heddle::calls
