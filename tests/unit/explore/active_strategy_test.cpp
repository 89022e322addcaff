// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explore/access_patterns.h"
#include "explore/active_strategy.h"
#include "explore/serial_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using simulation::forkJoin;
using simulation::lastTrace;
using simulation::load;
using simulation::Op;
using simulation::Step;
using Approach = ActiveStrategy::Approach;

LaneTrace traced(unsigned lane) {
  SerialStrategy serial({.firstLane = lane});
  AccessTracer tracer(serial, lane);
  serial.beginExecution(0);
  simulation::execute(tracer);
  return tracer.finish();
}

// Runs each predicted pattern until one of the approaches covers it; how many were covered.
unsigned coverAll(const std::vector<AccessPattern>& patterns,
                  const LaneTrace& one,
                  const LaneTrace& other,
                  std::vector<std::string>& traces) {
  unsigned covered = 0;
  for (const AccessPattern& pattern : patterns) {
    for (Approach approach : {Approach::OneByOne, Approach::BothFirst}) {
      ActiveStrategy active;
      active.aimAt(pattern, one, other, 1, 2, approach);
      active.beginExecution(0);
      simulation::execute(active);
      if (!active.covered())
        continue;
      ++covered;
      traces.push_back(lastTrace());
      break;
    }
  }
  return covered;
}

const std::vector<Step> kIncrement = {{Op::BeginCall}, {Op::Load, 0}, {Op::StoreSum, 0, 1}};

TEST(AccessTracer, RecordsTheLaneAlone) {
  load(forkJoin({kIncrement, kIncrement}));
  LaneTrace trace = traced(2);
  ASSERT_EQ(trace.accesses.size(), 2u);
  EXPECT_TRUE(trace.accesses[0].reads);
  EXPECT_FALSE(trace.accesses[0].writes);
  EXPECT_TRUE(trace.accesses[1].writes);
  EXPECT_TRUE(trace.accesses[0].overlaps(trace.accesses[1]));
}

TEST(AccessTracer, TellsCriticalSectionsApart) {
  std::vector<Step> twoSections = {{Op::BeginCall},
                                   {Op::Lock, 3},
                                   {Op::Load, 0},
                                   {Op::Load, 0},
                                   {Op::Unlock, 3},
                                   {Op::Lock, 3},
                                   {Op::Load, 0},
                                   {Op::Unlock, 3}};
  load(forkJoin({twoSections, twoSections}));
  LaneTrace trace = traced(1);
  ASSERT_EQ(trace.accesses.size(), 3u);
  EXPECT_EQ(trace.held(trace.accesses[0]), trace.held(trace.accesses[1]));
  EXPECT_EQ(trace.held(trace.accesses[2]).size(), 1u);
  EXPECT_NE(trace.held(trace.accesses[0]), trace.held(trace.accesses[2]));
  EXPECT_EQ(trace.locks.size(), 1u);
}

TEST(ActiveStrategy, MakesTheLostUpdateHappen) {
  load(forkJoin({kIncrement, kIncrement}));
  LaneTrace one = traced(1);
  LaneTrace other = traced(2);
  std::vector<AccessPattern> patterns = predictPatterns(one, other, 100);
  ASSERT_EQ(patterns.size(), 2u); // row 7, either lane first
  std::vector<std::string> traces;
  EXPECT_EQ(coverAll(patterns, one, other, traces), 2u);
  for (const std::string& trace : traces)
    EXPECT_TRUE(trace.ends_with("store0=1")) << trace; // and not 2
}

// Lane 2 needs the lock that lane 1 holds at its first access, but not at its own.
TEST(ActiveStrategy, TheSecondApproachPassesALock) {
  load(forkJoin({{{Op::BeginCall}, {Op::Lock, 5}, {Op::Load, 0}, {Op::Load, 0}, {Op::Unlock, 5}},
                 {{Op::BeginCall}, {Op::Lock, 5}, {Op::Unlock, 5}, {Op::Store, 0, 9}}}));
  LaneTrace one = traced(1);
  LaneTrace other = traced(2);
  std::vector<AccessPattern> patterns = predictPatterns(one, other, 100);
  ASSERT_EQ(patterns.size(), 1u);
  ActiveStrategy active;
  active.aimAt(patterns[0], one, other, 1, 2, Approach::OneByOne);
  active.beginExecution(0);
  simulation::execute(active);
  EXPECT_FALSE(active.covered());
  active.aimAt(patterns[0], one, other, 1, 2, Approach::BothFirst);
  active.beginExecution(0);
  simulation::execute(active);
  EXPECT_TRUE(active.covered());
}

TEST(ActiveStrategy, OccurrencesAreTakenIntoAccount) {
  // The third load of the same site: a loop that loads until the value is 3.
  load(forkJoin({{{Op::Add, 0, 1}, {Op::LoopUnless, 0, 3}}, {{Op::BeginCall}, {Op::Add, 0, 10}}}));
  LaneTrace one = traced(1);
  ASSERT_EQ(one.accesses.size(), 3u);
  EXPECT_EQ(one.accesses[2].occurrence, 2u);
}

} // namespace
} // namespace heddle::explore
