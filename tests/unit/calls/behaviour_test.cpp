// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "call_machine.h"
#include "calls/behaviour.h"

namespace heddle::calls {
namespace {

TEST(Behaviour, RunsACallOnceInEachState) {
  CallMachine machine(2, 2);
  machine.at(0, 0) = {.next = 1, .coverage = 7};
  Behaviour behaviour(machine, true);
  EXPECT_EQ(behaviour.run({9}, 0, 0).coverage, 7u);
  EXPECT_EQ(behaviour.run({9, 1}, 0, 0).coverage, 7u);
  EXPECT_EQ(machine.runs(), 1u);
  behaviour.run({9, 0}, 1, 0);
  EXPECT_EQ(machine.runs(), 2u);
}

TEST(Behaviour, RunsEverythingWhenStatesAreNotTrusted) {
  CallMachine machine(1, 1);
  Behaviour behaviour(machine, true);
  behaviour.run({9}, 0, 0);
  behaviour.distrustStates();
  behaviour.run({9}, 0, 0);
  behaviour.run({9}, 0, 0);
  EXPECT_EQ(machine.runs(), 3u);
}

TEST(Behaviour, GathersFactsOverAllStates) {
  CallMachine machine(3, 3);
  machine.at(0, 0) = {.next = 1, .value = 5};
  machine.at(1, 0) = {.next = 1, .value = 6};
  machine.at(2, 0) = {.next = 2, .outcome = CallOutcome::Blocked};
  machine.at(0, 1) = {.next = 0, .value = 5};
  machine.at(1, 1) = {.next = 1, .outcome = CallOutcome::Threw};
  machine.at(1, 2) = {.next = 1, .outcome = CallOutcome::Failed};
  Behaviour behaviour(machine, true);
  behaviour.run({9}, 0, 0);
  behaviour.run({9, 0}, 1, 0);
  behaviour.run({9}, 0, 1);
  behaviour.run({9, 0}, 1, 1);
  behaviour.run({9, 0}, 1, 2);
  CallFacts mutator = behaviour.facts(0), observer = behaviour.facts(1);
  EXPECT_TRUE(mutator.changedState && mutator.valueVaries && mutator.comparable);
  EXPECT_EQ(mutator.returned, 2u);
  EXPECT_FALSE(observer.changedState || observer.valueVaries || observer.failed);
  EXPECT_TRUE(observer.threw);
  EXPECT_TRUE(behaviour.facts(2).failed);
  EXPECT_EQ(behaviour.facts(77).runs, 0u);
}

TEST(Behaviour, GivesUpCallsThatNeverEnd) {
  CallMachine machine(20, 1);
  for (unsigned state = 0; state < 20; ++state)
    machine.at(state, 0) = {.next = state, .outcome = CallOutcome::Endless};
  Behaviour behaviour(machine, true);
  for (unsigned state = 0; state < 20; ++state)
    EXPECT_EQ(behaviour.run({9}, state, 0).outcome, CallOutcome::Endless);
  EXPECT_EQ(machine.runs(), 8u);
}

} // namespace
} // namespace heddle::calls
