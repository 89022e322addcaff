// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "explore/strategies/dfs_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using Traces = std::vector<std::string>;

Traces explored(const DfsOptions& options = {}) {
  DfsStrategy dfs(options);
  Traces traces = runToEnd(dfs);
  EXPECT_FALSE(dfs.leftSomethingOut());
  return traces;
}

std::set<std::string> asSet(const Traces& traces) {
  return {traces.begin(), traces.end()};
}

std::uint64_t binomial(unsigned n, unsigned k) {
  return k == 0 ? 1 : binomial(n - 1, k - 1) * n / k;
}

// The number of orders of the operations of threads with `left` operations each, none of which can block, such that
// the sum of `cost(running, next, left)` is at most `budget`.
using Cost = std::function<int(int running, unsigned next, const std::vector<unsigned>& left)>;
std::uint64_t countOrders(std::vector<unsigned> left, int running, int budget, const Cost& cost) {
  std::uint64_t orders = 0;
  bool done = true;
  for (unsigned next = 0; next < left.size(); ++next) {
    if (left[next] == 0)
      continue;
    done = false;
    int price = cost(running, next, left);
    if (price > budget)
      continue;
    --left[next];
    orders += countOrders(left, static_cast<int>(next), budget - price, cost);
    ++left[next];
  }
  return done ? 1 : orders;
}

int preemptionCost(int running, unsigned next, const std::vector<unsigned>& left) {
  return running >= 0 && static_cast<unsigned>(running) != next &&
         left[static_cast<unsigned>(running)] > 0;
}

// How many unfinished threads are skipped, going in a circle from the running one.
int delayCost(int running, unsigned next, const std::vector<unsigned>& left) {
  unsigned at = running < 0 ? 0 : static_cast<unsigned>(running);
  int skipped = 0;
  for (; at != next; at = (at + 1) % static_cast<unsigned>(left.size()))
    skipped += left[at] > 0;
  return skipped;
}

TEST(DfsStrategy, RunsEveryInterleavingOfTwoThreadsExactlyOnce) {
  for (unsigned n = 0; n <= 5; ++n) {
    for (unsigned m = 0; m <= 5; ++m) {
      load(forkJoin({additions(n), additions(m)}));
      Traces traces = explored();
      EXPECT_EQ(traces.size(), binomial(n + m, n)) << n << " and " << m;
    }
  }
}

TEST(DfsStrategy, NeverRunsTheSameOrderTwice) {
  // Operations on different variables, so that each order has its own trace.
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Store, 1, 1}},
                 {{Op::Store, 2, 1}, {Op::Store, 3, 1}},
                 {{Op::Store, 4, 1}}}));
  Traces traces = explored();
  EXPECT_EQ(traces.size(), 30u); // 5! / (2! 2! 1!)
  EXPECT_EQ(asSet(traces).size(), 30u);
}

TEST(DfsStrategy, ProducesTheCompleteSetOfTraces) {
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Load, 1}}, {{Op::Store, 1, 1}, {Op::Load, 0}}}));
  std::set<std::string> expected{"1:store0=1 1:load1=0 2:store1=1 2:load0=1",
                                 "1:store0=1 2:store1=1 1:load1=1 2:load0=1",
                                 "1:store0=1 2:store1=1 2:load0=1 1:load1=1",
                                 "2:store1=1 1:store0=1 1:load1=1 2:load0=1",
                                 "2:store1=1 1:store0=1 2:load0=1 1:load1=1",
                                 "2:store1=1 2:load0=0 1:store0=1 1:load1=1"};
  Traces traces = explored();
  EXPECT_EQ(traces.size(), 6u);
  EXPECT_EQ(asSet(traces), expected);
}

TEST(DfsStrategy, CriticalSectionsAreOrderedAsWholes) {
  std::vector<Step> section{{Op::Lock, 0}, {Op::Load, 0}, {Op::StoreSum, 0, 1}, {Op::Unlock, 0}};
  load(forkJoin({section, section, section}));
  EXPECT_EQ(explored().size(), 6u); // 3!
}

TEST(DfsStrategy, MainTakesPartWhileItsThreadsRun) {
  load({{{{Op::Create, 1}, {Op::Add, 0, 1}, {Op::Add, 0, 1}, {Op::Join, 1}, {Op::Load, 0}},
         additions(3)}});
  EXPECT_EQ(explored().size(), binomial(5, 2));
}

TEST(DfsStrategy, ThreadsCreatedByThreadsAddNoChoiceOfTheirOwn) {
  load({{{{Op::Create, 1}, {Op::Join, 1}},
         {{Op::Add, 0, 1}, {Op::Create, 2}, {Op::Add, 0, 1}, {Op::Join, 2}},
         additions(2)}});
  EXPECT_EQ(explored().size(), 3u); // one addition of T1 is before, the other among two of T2
}

TEST(DfsStrategy, FindsTheDeadlockOfTwoLocksAndAllWaysAround) {
  std::vector<Step> ab{{Op::Lock, 0}, {Op::Lock, 1}, {Op::Unlock, 1}, {Op::Unlock, 0}};
  std::vector<Step> ba{{Op::Lock, 1}, {Op::Lock, 0}, {Op::Unlock, 0}, {Op::Unlock, 1}};
  load(forkJoin({ab, ba}));
  Traces traces = explored();
  EXPECT_EQ(asSet(traces).size(), traces.size());
  auto deadlocks = std::count_if(traces.begin(), traces.end(), [](const std::string& trace) {
    return trace.find("!deadlock") != std::string::npos;
  });
  // T1 takes a, T2 takes b, or vice versa. T1's inner unlock leaves b free for T2 while T1 still
  // holds a: then T2 waits, so there is 1 more order each.
  EXPECT_EQ(deadlocks, 2);
  EXPECT_EQ(traces.size(), 6u);
}

TEST(DfsStrategy, TriesEveryWaiterOfASignal) {
  std::vector<Step> waiter{{Op::Lock, 0}, {Op::Wait, 0, 0}, {Op::Unlock, 0}, {Op::Add, 0, 1}};
  std::vector<Step> signaller{{Op::Signal, 0}};
  load(forkJoin({waiter, waiter, signaller}));
  Traces traces = explored();
  EXPECT_EQ(asSet(traces).size(), traces.size());
  // Both wait, one is notified, the other waits forever: T1 or T2, after either order of waiting.
  std::set<std::string> outcomes;
  for (const std::string& trace : traces) {
    if (trace.starts_with("1:lock0 1:wait0 2:lock0 2:wait0 3:signal0"))
      outcomes.insert(trace);
  }
  EXPECT_EQ(outcomes,
            (std::set<std::string>{
                "1:lock0 1:wait0 2:lock0 2:wait0 3:signal0 1:unlock0 1:add0=1 !deadlock",
                "1:lock0 1:wait0 2:lock0 2:wait0 3:signal0 2:unlock0 2:add0=1 !deadlock"}));
}

TEST(DfsStrategy, YieldingLoopsEnd) {
  load(forkJoin({{{Op::Load, 0}, {Op::Yield}, {Op::LoopUnless, 0, 1}},
                 {{Op::Add, 1, 1}, {Op::Store, 0, 1}}}));
  Traces traces = explored();
  EXPECT_EQ(asSet(traces).size(), traces.size());
  EXPECT_GE(traces.size(), 3u);
  EXPECT_LE(traces.size(), 20u);
}

class BoundedDfs : public testing::TestWithParam<int> {};

TEST_P(BoundedDfs, PreemptionBoundGivesExactlyTheOrdersWithinIt) {
  load(forkJoin({additions(3), additions(3), additions(2)}));
  DfsOptions options;
  options.preemptionBound = GetParam();
  EXPECT_EQ(explored(options).size(), countOrders({3, 3, 2}, -1, GetParam(), preemptionCost));
}

TEST_P(BoundedDfs, DelayBoundGivesExactlyTheOrdersWithinIt) {
  load(forkJoin({additions(3), additions(3), additions(2)}));
  DfsOptions options;
  options.delayBound = GetParam();
  EXPECT_EQ(explored(options).size(), countOrders({3, 3, 2}, -1, GetParam(), delayCost));
}

TEST_P(BoundedDfs, CheckpointsGiveTheSameExecutionsInTheSameOrder) {
  load(forkJoin({additions(5), additions(5), additions(1)}));
  DfsOptions options;
  options.preemptionBound = GetParam();
  Traces replayed = explored(options);
  options.checkpoints = &simulation::lease();
  EXPECT_TRUE(explored(options) == replayed);
}

INSTANTIATE_TEST_SUITE_P(Bounds, BoundedDfs, testing::Values(0, 1, 2, 3, 5, 20));

TEST(DfsStrategy, CheckpointsAgreeWithReplayAroundLocksAndWaiters) {
  std::vector<Step> waiter{{Op::Lock, 0}, {Op::Wait, 0, 0}, {Op::Unlock, 0}, {Op::Add, 0, 1}};
  std::vector<Step> signaller{
      {Op::Add, 1, 1}, {Op::Signal, 0}, {Op::Add, 1, 1}, {Op::Signal, 0}, {Op::Broadcast, 0}};
  load(forkJoin({waiter, waiter, signaller}));
  Traces replayed = explored();
  DfsOptions options;
  options.checkpoints = &simulation::lease();
  EXPECT_EQ(explored(options), replayed);
  EXPECT_GT(simulation::executionsResumed(), replayed.size() / 2);
}

TEST(DfsStrategy, DeepPathsNeedMoreCheckpointsThanThereAreSlots) {
  load(forkJoin({additions(200), additions(1)}));
  DfsOptions options;
  Traces replayed = explored(options);
  EXPECT_EQ(replayed.size(), 201u);
  options.checkpoints = &simulation::lease();
  EXPECT_TRUE(explored(options) == replayed);
}

TEST(DfsStrategy, JobsShareTheTreeWithoutOverlapOrGap) {
  Program program = forkJoin({additions(6), additions(6)});
  load(program);
  Traces whole = explored();
  std::sort(whole.begin(), whole.end());
  for (unsigned jobs : {2u, 3u, 7u}) {
    Traces together;
    for (unsigned job = 0; job < jobs; ++job) {
      load(program);
      DfsOptions options;
      options.jobs = jobs;
      options.job = job;
      options.checkpoints = job % 2 == 0 ? &simulation::lease() : nullptr;
      Traces share = explored(options);
      EXPECT_GT(share.size(), whole.size() / jobs / 4) << "job " << job << " of " << jobs;
      together.insert(together.end(), share.begin(), share.end());
    }
    std::sort(together.begin(), together.end());
    EXPECT_TRUE(together == whole) << jobs << " jobs";
  }
}

TEST(DfsStrategy, JobsShareTreesWithShortPathsAndWaiters) {
  std::vector<Step> waiter{{Op::Lock, 0}, {Op::Wait, 0, 0}, {Op::Unlock, 0}};
  Program program = forkJoin({waiter, waiter, {{Op::Signal, 0}, {Op::Signal, 0}}});
  load(program);
  Traces whole = explored();
  std::sort(whole.begin(), whole.end());
  Traces together;
  for (unsigned job = 0; job < 2; ++job) {
    load(program);
    DfsOptions options;
    options.jobs = 2;
    options.job = job;
    Traces share = explored(options);
    together.insert(together.end(), share.begin(), share.end());
  }
  std::sort(together.begin(), together.end());
  EXPECT_EQ(together, whole);
}

TEST(DfsStrategy, StartsAgainWhenItLearnsOfSharedMemory) {
  // T2 touches variable 8 only if it sees T1's store: the first executions do not know that it is shared.
  Program program = forkJoin({{{Op::Add, 8, 1}, {Op::Store, 0, 1}, {Op::Add, 8, 1}},
                              {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Add, 8, 1}}});
  load(program);
  Traces known = explored();
  program.firstLearned = 8;
  load(program);
  EXPECT_EQ(explored(), known);
  EXPECT_GT(simulation::executionsRun(), known.size());
}

TEST(DfsStrategy, AJobThatLearnsAloneTakesTheWholeTree) {
  Program program = forkJoin({additions(6), additions(6)});
  load(program);
  Traces known = explored();
  // Only executions in which T1 runs to its end first touch variable 8 with both threads.
  program.threads[1].push_back({Op::SkipUnless, 0, 6});
  program.threads[1].push_back({Op::Add, 8, 1});
  program.threads[2].push_back({Op::Add, 8, 1});
  load(program);
  Traces whole = explored();
  std::set<std::string> expected = asSet(whole);
  program.firstLearned = 8;
  std::set<std::string> together;
  for (unsigned job = 0; job < 2; ++job) {
    load(program);
    DfsOptions options;
    options.jobs = 2;
    options.job = job;
    for (std::string& trace : explored(options))
      together.insert(std::move(trace));
  }
  // What a job explored before or without learning is a subset of the orders, cut at fewer points.
  EXPECT_TRUE(std::includes(expected.begin(), expected.end(), together.begin(), together.end()));
  EXPECT_EQ(together.size(), expected.size());
}

TEST(DfsStrategy, LeavesOutAnExecutionThatKilledItsProcess) {
  load(forkJoin({additions(3), additions(3)}));
  DfsOptions options;
  options.skip = 4;
  DfsStrategy dfs(options);
  Traces traces = runToEnd(dfs);
  EXPECT_TRUE(dfs.leftSomethingOut());
  EXPECT_LT(traces.size(), 20u);
  EXPECT_GE(traces.size(), 4u);
}

} // namespace
} // namespace heddle::explore
