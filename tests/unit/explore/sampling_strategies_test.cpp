// SPDX-License-Identifier: Apache-2.0
// random, pct and pos: what they find, with which probability, and that an execution depends only on its number.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "explore/strategies/pct_strategy.h"
#include "explore/strategies/pos_strategy.h"
#include "explore/strategies/random_strategy.h"
#include "explore/strategies/until_blocked_strategy.h"
#include "run_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

Program lostUpdate() {
  std::vector<Step> increment{{Op::Load, 0}, {Op::StoreSum, 0, 1}};
  return forkJoin({increment, increment}, {{Op::FailUnless, 0, 2}});
}

unsigned failures(Strategy& strategy, unsigned executions) {
  unsigned count = 0;
  for (unsigned i = 0; i < executions; ++i)
    count += failsIn(strategy, i) ? 1 : 0;
  return count;
}

// Scheduling points of the default schedule.
std::uint64_t usualPoints() {
  UntilBlockedStrategy untilBlocked;
  return simulation::execute(untilBlocked).points;
}

class EverySampler : public testing::TestWithParam<const char*> {
protected:
  static std::unique_ptr<Strategy> make(std::uint64_t seed) {
    std::string name = GetParam();
    if (name == "pct")
      return std::make_unique<PctStrategy>(seed, 3, usualPoints());
    if (name == "pos")
      return std::make_unique<PosStrategy>(seed);
    return std::make_unique<RandomStrategy>(seed);
  }
};

TEST_P(EverySampler, RepeatsAnExecutionFromItsNumberAlone) {
  load(forkJoin({additions(4), additions(4), additions(4)}));
  auto inOrder = make(7);
  std::vector<std::string> traces;
  for (unsigned i = 0; i < 20; ++i)
    traces.push_back(runOnce(*inOrder, i));
  auto backwards = make(7);
  for (unsigned i = 20; i-- > 0;)
    EXPECT_EQ(runOnce(*backwards, i), traces[i]) << "execution " << i;
  EXPECT_GT(std::set<std::string>(traces.begin(), traces.end()).size(), 5u);
}

TEST_P(EverySampler, OtherSeedsGiveOtherExecutions) {
  load(forkJoin({additions(6), additions(6), additions(6)}));
  std::set<std::string> traces;
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto strategy = make(seed);
    traces.insert(runOnce(*strategy, 0));
  }
  EXPECT_GT(traces.size(), 5u);
}

TEST_P(EverySampler, FindsTheLostUpdate) {
  load(lostUpdate());
  auto strategy = make(1);
  // The rarest is pct with depth 3: at least 1 / (3 * 8^2) per execution, so the chance to miss it in
  // 4,000 is below (1 - 1/192)^4000 < 1e-9.
  EXPECT_GT(failures(*strategy, 4000), 0u);
}

TEST_P(EverySampler, SpinLoopsEnd) {
  load(forkJoin({{{Op::Load, 0}, {Op::LoopUnless, 0, 1}}, {{Op::Store, 0, 1}}}));
  auto strategy = make(1);
  EXPECT_EQ(failures(*strategy, 200), 0u); // too many events would be a failure
}

INSTANTIATE_TEST_SUITE_P(Samplers, EverySampler, testing::Values("random", "pct", "pos"));

TEST(RandomStrategy, GivesEveryThreadTheSameChance) {
  runtime::ThreadSet enabled;
  for (runtime::ThreadId thread : {0, 5, 130, 511})
    enabled.insert(thread);
  // The thread that ran last has finished, so that no turn can continue.
  runtime::SchedulingPoint point{enabled, enabled.size(), 7, false, false, 1, 0, nullptr};
  RandomStrategy random(3);
  random.beginExecution(0);
  std::map<runtime::ThreadId, unsigned> chosen;
  for (unsigned i = 0; i < 8000; ++i)
    ++chosen[random.choose(point)];
  ASSERT_EQ(chosen.size(), 4u);
  // Binomial(8000, 1/4): outside 2000 +- 270 is beyond 6.9 standard deviations, below 1e-11.
  for (const auto& [thread, times] : chosen)
    EXPECT_NEAR(times, 2000, 270) << "thread " << thread;
}

TEST(PctStrategy, FindsADepthOneBugWithinFortyExecutions) {
  // T3 before T1 and T2: depth 1, so at least 1 / 4 per execution (main included); (3/4)^40 < 1.1e-5, and
  // the seed is fixed.
  load(forkJoin(
      {{{Op::Add, 0, 1}}, {{Op::Add, 0, 1}}, {{Op::Load, 0}, {Op::SkipUnless, 0, 0}, {Op::Fail}}}));
  PctStrategy pct(1, 1, usualPoints());
  EXPECT_GT(failures(pct, 40), 0u);
}

TEST(PctStrategy, MeetsItsBoundForADepthTwoBug) {
  load(lostUpdate());
  PctStrategy pct(5, 2, usualPoints());
  auto points = static_cast<double>(usualPoints());
  constexpr unsigned kExecutions = 6000;
  double bound = 1.0 / (3 * points);
  // The observed frequency of a bound >= 1/30 over 6,000 executions is off by less than 7 standard
  // deviations of at most 0.0031.
  EXPECT_GT(failures(pct, kExecutions), (bound - 7 * 0.0031) * kExecutions);
  EXPECT_GT(failures(pct, kExecutions), kExecutions / 50);
}

TEST(PosStrategy, LetsAThreadStandStillForLong) {
  // T1's only store must come after eleven operations of T2; a memoryless walk does that with probability
  // 2^-11. pos draws T1's priority once: it is the lowest of twelve with probability 1/12, and the
  // chance to see that less than 6 times in 300 executions (25 expected) is below 1e-6.
  std::vector<Step> longWay = additions(10, 1);
  longWay.push_back({Op::Load, 0});
  longWay.push_back({Op::SkipUnless, 0, 0});
  longWay.push_back({Op::Fail});
  load(forkJoin({{{Op::Store, 0, 1}}, longWay}));
  PosStrategy pos(1);
  EXPECT_GT(failures(pos, 300), 5u);
}

TEST(RandomStrategy, LetsAThreadStandStillForLongInAQuarterOfItsExecutions) {
  // The same, with T1 paused for thirty operations. A memoryless walk cannot do that (2^-31), but a quarter of
  // the executions continues the running thread with probability 15/16 (and 1/32 for the other thread), so about
  // 1/4 * (31/32)^31 of them, 9 %, or 27 in 300, do; less than 6 have a probability below 1e-6.
  std::vector<Step> longWay = additions(30, 1);
  longWay.push_back({Op::Load, 0});
  longWay.push_back({Op::SkipUnless, 0, 0});
  longWay.push_back({Op::Fail});
  load(forkJoin({{{Op::Store, 0, 1}}, longWay}));
  RandomStrategy random(1);
  EXPECT_GT(failures(random, 300), 5u);
}

TEST(PosStrategy, DrawsAgainForRacingOperations) {
  // Both threads add three times to one variable. With priorities kept, a thread that once won against
  // a low priority would keep winning; drawn again, all C(6,3) = 20 orders come up.
  load(forkJoin({additions(3), additions(3)}));
  PosStrategy pos(1);
  std::set<std::string> orders;
  for (unsigned i = 0; i < 2000; ++i)
    orders.insert(runOnce(pos, i));
  EXPECT_EQ(orders.size(), 20u);
}

} // namespace
} // namespace heddle::explore
