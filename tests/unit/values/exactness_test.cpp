// SPDX-License-Identifier: Apache-2.0
// The value schedules that the strategy executes are those of all interleavings, each of them once.
#include <gtest/gtest.h>

#include <ranges>

#include "explore/values/values_strategy.h"
#include "value_schedules.h"

namespace heddle::explore {
namespace {

using values::ValuesStrategy;

struct Case {
  const char* name;
  std::vector<std::vector<Step>> threads;
  std::size_t schedules = 0; // 0: only compared
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

constexpr Step load(unsigned v) {
  return {Op::Load, v};
}
constexpr Step store(unsigned v, int value = 1) {
  return {Op::Store, v, value};
}
constexpr Step storeSum(unsigned v, int value = 1) {
  return {Op::StoreSum, v, value};
}
constexpr Step add(unsigned v) {
  return {Op::Add, v, 1};
}
constexpr Step lock(unsigned m) {
  return {Op::Lock, m};
}
constexpr Step tryLock(unsigned m) {
  return {Op::TryLock, m};
}
constexpr Step unlock(unsigned m) {
  return {Op::Unlock, m};
}
constexpr Step waitFor(unsigned c, int m) {
  return {Op::Wait, c, m};
}
constexpr Step notify(unsigned c) {
  return {Op::Signal, c};
}
constexpr Step notifyAll(unsigned c) {
  return {Op::Broadcast, c};
}
constexpr Step only(int value) {
  return {Op::SkipUnless, 0, value};
}
constexpr Step again(int until) {
  return {Op::LoopUnless, 0, until};
}
constexpr Step fail() {
  return {Op::Fail};
}

const std::vector<Step> kIncrement{load(0), storeSum(0)};
const std::vector<Step> kTwoIncrements{load(0), storeSum(0), load(0), storeSum(0)};
const std::vector<Step> kLockedIncrement{lock(0), load(0), storeSum(0), unlock(0)};

const Case kCases[] = {
    {"nothing", {{}, {}}, 1},
    {"independent", {{store(0)}, {store(1)}}, 1},
    {"two_writes", {{store(0, 1)}, {store(0, 2)}}, 2},
    {"three_writes", {{store(0, 1)}, {store(0, 2)}, {store(0, 3)}}, 6},
    {"four_writes", {{store(0, 1)}, {store(0, 2)}, {store(0, 3)}, {store(0, 4)}}, 24},
    {"write_and_read", {{store(0)}, {load(0)}}, 2},
    {"write_and_two_reads", {{store(0)}, {load(0)}, {load(0)}}, 4},
    {"write_and_three_reads", {{store(0)}, {load(0)}, {load(0)}, {load(0)}}, 8},
    {"reads_only", {{load(0), load(1)}, {load(1), load(0)}}, 1},
    {"store_buffering", {{store(0), load(1)}, {store(1), load(0)}}, 3},
    {"message_passing", {{store(0), store(1)}, {load(1), load(0)}}, 3},
    {"increments", {kIncrement, kIncrement}, 4},
    {"three_increments", {kIncrement, kIncrement, kIncrement}},
    // Figure 6.10: all orders of two loops of two increments.
    {"figure_6_10", {kTwoIncrements, kTwoIncrements}, 34},
    // Figure 6.10, the pair of the write of one loop and the read of the other alone.
    {"figure_6_10_one_pair", {{store(0, 1), store(0, 2)}, {load(0), load(0)}}, 6},
    {"atomic_additions", {{add(0), add(0)}, {add(0), add(0)}}, 6},
    {"two_variables", {{store(0), load(1), store(1)}, {load(0), store(1), store(0)}}},
    {"chain", {{store(0), load(1)}, {load(0), store(2)}, {load(2), store(1)}}},
    {"locked_increments", {kLockedIncrement, kLockedIncrement}, 2},
    {"three_locked_increments", {kLockedIncrement, kLockedIncrement, kLockedIncrement}, 6},
    {"wrong_lock",
     {{lock(0), load(0), storeSum(0), unlock(0)}, {lock(1), load(0), storeSum(0), unlock(1)}},
     4},
    {"lock_then_write_outside", {{lock(0), unlock(0), store(0)}, {lock(0), load(0), unlock(0)}}},
    {"write_before_lock", {{store(0), lock(0), unlock(0)}, {lock(0), unlock(0), load(0)}}},
    {"two_stages",
     {{lock(0), store(0), unlock(0), lock(1), store(1), unlock(1)},
      {lock(0), load(0), unlock(0), lock(1), load(1), unlock(1)}}},
    {"nested_locks",
     {{lock(0), lock(1), unlock(1), unlock(0)}, {lock(0), lock(1), unlock(1), unlock(0)}},
     2},
    {"lock_cycle",
     {{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}},
     3},
    {"three_philosophers",
     {{lock(0), lock(1), unlock(1), unlock(0)},
      {lock(1), lock(2), unlock(2), unlock(1)},
      {lock(2), lock(0), unlock(0), unlock(2)}}},
    {"lock_forgotten", {{lock(0)}, {lock(0)}}, 2},
    {"lock_and_race_inside", {{lock(0), store(0), unlock(0)}, {store(0, 2), lock(0), unlock(0)}}},
    {"try_lock", {{lock(0), unlock(0)}, {tryLock(0), only(1), unlock(0)}}, 3},
    {"two_try_locks",
     {{tryLock(0), only(1), store(0), unlock(0)}, {tryLock(0), only(1), store(0, 2), unlock(0)}}},
    {"try_locks_and_a_lock",
     {{tryLock(0), only(1), unlock(0)}, {lock(0), unlock(0)}, {tryLock(0), only(1), unlock(0)}}},
    {"branch", {{store(0)}, {load(0), only(1), store(1)}, {load(1)}}},
    {"branch_makes_conflict", {{load(0), only(1), store(1)}, {store(0), load(1)}}},
    // Figure 5.18: only a third thread makes the branch go to the access.
    {"third_thread_opens_branch",
     {{store(0)}, {load(0), only(1), store(1)}, {store(1, 2), load(1)}}},
    {"flag_and_data", {{store(1, 7), store(0)}, {load(0), only(1), load(1)}}, 2},
    {"lock_in_branch",
     {{load(0), only(1), lock(0), store(1), unlock(0)}, {store(0), lock(0), load(1), unlock(0)}}},
    {"wait_and_notify", {{lock(0), waitFor(0, 0), unlock(0)}, {lock(0), notify(0), unlock(0)}}, 2},
    {"notify_without_lock", {{lock(0), waitFor(0, 0), unlock(0)}, {notify(0)}}, 2},
    {"lost_notify_with_flag",
     {{load(0), only(0), lock(0), waitFor(0, 0), unlock(0)}, {store(0), notify(0)}}},
    {"two_waiters_one_notify",
     {{lock(0), waitFor(0, 0), unlock(0)}, {lock(0), waitFor(0, 0), unlock(0)}, {notify(0)}}},
    {"two_waiters_two_notifies",
     {{lock(0), waitFor(0, 0), unlock(0)},
      {lock(0), waitFor(0, 0), unlock(0)},
      {notify(0), notify(0)}}},
    {"two_waiters_notify_all",
     {{lock(0), waitFor(0, 0), unlock(0)},
      {lock(0), waitFor(0, 0), unlock(0)},
      {lock(0), notifyAll(0), unlock(0)}}},
    // WM: a thread that enters overtakes the one that was notified.
    {"barging",
     {{lock(0), waitFor(0, 0), load(0), unlock(0)},
      {lock(0), notify(0), unlock(0)},
      {lock(0), store(0), unlock(0)}}},
    {"two_notifiers",
     {{lock(0), waitFor(0, 0), unlock(0)},
      {lock(0), notify(0), unlock(0)},
      {lock(0), notify(0), unlock(0)}}},
    {"producer_and_consumer",
     {{lock(0), load(0), only(0), waitFor(0, 0), load(0), unlock(0)},
      {lock(0), store(0), notify(0), unlock(0)}}},
    {"wait_on_exit_path",
     {{lock(0), waitFor(0, 0), unlock(0)}, {lock(0), store(0), unlock(0), notify(0)}}},
    {"wait_with_outer_lock",
     {{lock(1), lock(0), waitFor(0, 0), unlock(0), unlock(1)},
      {lock(1), lock(0), notify(0), unlock(0), unlock(1)}}},
    {"assertion_fails", {{load(0), only(1), fail()}, {store(0)}}},
    {"failure_hides_other_threads", {{load(0), only(0), fail()}, {store(1), store(2), store(0)}}},
    {"failure_under_a_lock", {{lock(0), load(0), only(0), fail()}, {lock(0), store(0), unlock(0)}}},
    {"free_after_read", {{load(0)}, {load(1), {Op::Free, 0}}}},
    {"free_before_read_of_flag", {{load(1), only(0), load(0)}, {store(1), {Op::Free, 0}}}},
    {"loop_of_reads", {{load(0), add(1), again(3)}, {store(0, 1), store(0, 2)}}, 10},
    {"loop_of_increments", {{load(0), storeSum(0), add(1), again(2)}, kTwoIncrements}, 34},
    {"loop_with_lock",
     {{lock(0), load(0), unlock(0), add(1), again(3)}, {lock(0), store(0), unlock(0)}},
     4},
};

class Exactness : public testing::TestWithParam<Case> {};

std::vector<std::string> keysOf(const std::map<std::string, unsigned>& schedules) {
  auto keys = schedules | std::views::keys;
  return {keys.begin(), keys.end()};
}

ValueSchedules expectAll(const Case& each, const values::ValuesOptions& options) {
  simulation::load(forkJoin(each.threads));
  ValueSchedules expected = schedulesByBruteForce();
  ValuesStrategy strategy(options);
  ValueSchedules found = schedulesOf(strategy);
  EXPECT_EQ(keysOf(found.complete), keysOf(expected.complete));
  EXPECT_EQ(keysOf(found.failing), keysOf(expected.failing));
  for (const auto& [text, times] : found.complete)
    EXPECT_EQ(times, 1u) << text;
  EXPECT_FALSE(found.leftOut);
  if (each.schedules != 0)
    EXPECT_EQ(found.complete.size(), each.schedules);
  EXPECT_EQ(strategy.tally().schedules, found.counted);
  EXPECT_EQ(strategy.tally().abandoned + strategy.tally().repeated,
            found.executions - found.counted);
  return found;
}

TEST_P(Exactness, EveryValueScheduleIsExecutedOnce) {
  ValueSchedules found = expectAll(GetParam(), {.outOfOrder = false});
  if (found.failing.empty())
    EXPECT_EQ(found.executions, found.complete.size()) << "executions in vain";
}

TEST_P(Exactness, ExecutionsOutOfOrderChangeOnlyTheOrder) {
  ValueSchedules found = expectAll(GetParam(), {.outOfOrder = true});
  EXPECT_LE(found.executions, 2 * found.counted + 2 + 2 * found.failing.size());
}

TEST_P(Exactness, CheckpointsChangeNothing) {
  simulation::load(forkJoin(GetParam().threads));
  ValuesStrategy byReplay({});
  ValueSchedules expected = schedulesOf(byReplay);
  ValuesStrategy restored({.checkpoints = &lease(), .checkpointSpacing = 2});
  ValueSchedules found = schedulesOf(restored);
  EXPECT_EQ(found.complete, expected.complete);
  EXPECT_EQ(found.failing, expected.failing);
  EXPECT_EQ(found.executions, expected.executions);
}

INSTANTIATE_TEST_SUITE_P(Programs,
                         Exactness,
                         testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace heddle::explore
