// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "explore/strategies/serial_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using Traces = std::vector<std::string>;

// A call that adds twice to its own variable, so that a trace shows whether it was interrupted.
std::vector<Step> calls(unsigned count) {
  std::vector<Step> steps;
  for (unsigned i = 0; i < count; ++i) {
    steps.push_back({Op::BeginCall, i});
    steps.push_back({Op::Add, 0, 1});
    steps.push_back({Op::Add, 0, 1});
  }
  return steps;
}

Traces serialTraces(bool& leftSomethingOut) {
  SerialStrategy serial({});
  Traces traces = runToEnd(serial);
  leftSomethingOut = serial.leftSomethingOut();
  return traces;
}

Traces completeSerialTraces() {
  bool leftSomethingOut = false;
  Traces traces = serialTraces(leftSomethingOut);
  EXPECT_FALSE(leftSomethingOut);
  return traces;
}

TEST(SerialStrategy, TwoCallsHaveTwoOrders) {
  load(forkJoin({calls(1), calls(1)}));
  EXPECT_EQ(completeSerialTraces(),
            (Traces{"1:call0 1:add0=1 1:add0=2 2:call0 2:add0=3 2:add0=4",
                    "2:call0 2:add0=1 2:add0=2 1:call0 1:add0=3 1:add0=4"}));
}

TEST(SerialStrategy, CallsOfEachLaneKeepTheirOrder) {
  load(forkJoin({calls(2), calls(2)}));
  Traces traces = completeSerialTraces();
  EXPECT_EQ(traces.size(), 6u); // 4! / (2! 2!)
  EXPECT_EQ(std::set<std::string>(traces.begin(), traces.end()).size(), 6u);
}

TEST(SerialStrategy, ThreeLanesHaveSixOrders) {
  load(forkJoin({calls(1), calls(1), calls(1)}));
  EXPECT_EQ(completeSerialTraces().size(), 6u);
}

TEST(SerialStrategy, ABlockedCallGoesOnAfterTheCallThatWokeIt) {
  load(forkJoin({{{Op::BeginCall}, {Op::Lock}, {Op::Wait, 0, 0}, {Op::Unlock}},
                 {{Op::BeginCall}, {Op::Lock}, {Op::Signal}, {Op::Unlock}, {Op::Add, 1, 1}}}));
  Traces traces = completeSerialTraces();
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_EQ(traces[0],
            "1:call0 1:lock0 1:wait0 2:call0 2:lock0 2:signal0 2:unlock0 2:add1=1 1:unlock0");
  EXPECT_TRUE(traces[1].ends_with("deadlock")) << traces[1];
}

TEST(SerialStrategy, AnyWaiterMayBeWoken) {
  std::vector<Step> waiter = {{Op::BeginCall}, {Op::Lock}, {Op::Wait, 0, 0}, {Op::Unlock}};
  load(forkJoin({waiter, waiter, {{Op::BeginCall}, {Op::Lock}, {Op::Signal}, {Op::Unlock}}}));
  Traces traces = completeSerialTraces();
  auto woken = [&](const char* thread) {
    return std::ranges::any_of(traces, [&](const std::string& trace) {
      return trace.find("3:unlock0 " + std::string(thread) + ":unlock0") != std::string::npos;
    });
  };
  EXPECT_TRUE(woken("1"));
  EXPECT_TRUE(woken("2"));
}

// Lane 1 spins until lane 2 has run. It is postponed like a blocked one, and the search does not claim to be complete.
TEST(SerialStrategy, ASpinningCallLetsOthersGoOn) {
  load(forkJoin({{{Op::Load, 0}, {Op::LoopUnless, 0, 7}}, {{Op::BeginCall}, {Op::Store, 0, 7}}}));
  bool leftSomethingOut = false;
  Traces traces = serialTraces(leftSomethingOut);
  ASSERT_FALSE(traces.empty());
  for (const std::string& trace : traces)
    EXPECT_TRUE(trace.find("2:store0=7") != std::string::npos);
}

// A call that could complete alone runs without interruption, however often it yields. Interrupting it at a yield would
// allow the behaviour that the yield makes likely, which may be the very bug.
TEST(SerialStrategy, ACallThatYieldsIsRunWhole) {
  std::vector<Step> polite = {
      {Op::BeginCall}, {Op::Add, 0, 1}, {Op::Yield}, {Op::Yield}, {Op::Add, 0, 1}};
  load(forkJoin({polite, calls(1)}));
  EXPECT_EQ(completeSerialTraces(),
            (Traces{"1:call0 1:add0=1 1:add0=2 2:call0 2:add0=3 2:add0=4",
                    "2:call0 2:add0=1 2:add0=2 1:call0 1:add0=3 1:add0=4"}));
}

TEST(SerialStrategy, ALongCallIsRunWhole) {
  std::vector<Step> longCall = {{Op::BeginCall}};
  longCall.insert(longCall.end(), 30'000, {Op::Add, 0, 1});
  load(forkJoin({longCall, {{Op::BeginCall}, {Op::Store, 1, 1}}}));
  for (const std::string& trace : completeSerialTraces())
    EXPECT_TRUE(trace.ends_with("store1=1") || trace.starts_with("2:call0"));
}

// Two calls that wait for a flag that no thread sets.
TEST(SerialStrategy, CallsThatAllSpinAreEndless) {
  std::vector<Step> spinning = {{Op::Load, 0}, {Op::LoopUnless, 0, 7}};
  load(forkJoin({spinning, spinning}));
  SerialStrategy serial({});
  ASSERT_TRUE(serial.beginExecution(0));
  const runtime::Outcome& outcome = simulation::execute(serial);
  EXPECT_TRUE(serial.wasEndless());
  EXPECT_EQ(outcome.kind, runtime::FailureKind::None);
}

TEST(SerialStrategy, OnlyACallThatMayBeInterruptedIs) {
  load(forkJoin({calls(1), calls(1)}));
  SerialStrategy serial({.interruptible = {1 << 16}});
  Traces traces = runToEnd(serial);
  EXPECT_FALSE(serial.leftSomethingOut());
  std::ranges::sort(traces);
  auto [last, end] = std::ranges::unique(traces);
  traces.erase(last, end);
  EXPECT_EQ(traces,
            (Traces{"1:call0 1:add0=1 1:add0=2 2:call0 2:add0=3 2:add0=4",
                    "1:call0 1:add0=1 2:call0 2:add0=2 2:add0=3 1:add0=4",
                    "1:call0 2:call0 2:add0=1 2:add0=2 1:add0=3 1:add0=4",
                    "2:call0 2:add0=1 2:add0=2 1:call0 1:add0=3 1:add0=4"}));
}

TEST(SerialStrategy, TheFirstLaneCanBeChosen) {
  load(forkJoin({calls(1), calls(1)}));
  SerialStrategy serial({.firstLane = 2});
  EXPECT_TRUE(simulation::runOnce(serial, 0).starts_with("2:call0"));
}

} // namespace
} // namespace heddle::explore
