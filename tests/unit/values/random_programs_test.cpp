// SPDX-License-Identifier: Apache-2.0
// Programs made at random: the strategy executes the value schedules of all interleavings, each of them once.
#include <gtest/gtest.h>

#include <ranges>

#include "explore/values/values_strategy.h"
#include "support/rng.h"
#include "value_schedules.h"

namespace heddle::explore {
namespace {

using values::ValuesStrategy;

// What programs may contain.
struct Ingredients {
  unsigned threads;
  unsigned steps; // of each thread, at most, without those that close locks
  unsigned variables;
  unsigned mutexes = 0;
  bool branches = false;
  bool tryLocks = false;
  bool waits = false;
  bool failures = false;
};

class Author {
public:
  Author(std::uint64_t seed, const Ingredients& ingredients)
      : rng_(seed, 0), ingredients_(ingredients) {}

  std::vector<std::vector<Step>> program() {
    std::vector<std::vector<Step>> threads(2 + rng_.below(ingredients_.threads - 1));
    for (auto& thread : threads)
      thread = steps();
    return threads;
  }

private:
  std::vector<Step> steps() {
    std::vector<Step> steps;
    held_.clear();
    for (auto left = 1 + rng_.below(ingredients_.steps); left > 0; --left)
      addStep(steps);
    for (unsigned mutex : held_ | std::views::reverse)
      steps.push_back({Op::Unlock, mutex});
    return steps;
  }

  void addStep(std::vector<Step>& steps) {
    unsigned variable = rng_.below(ingredients_.variables);
    switch (rng_.below(10)) {
    case 0:
    case 1:
      return steps.push_back({Op::Load, variable});
    case 2:
      return steps.push_back({Op::Store, variable, 1 + static_cast<int>(rng_.below(2))});
    case 3:
      return steps.push_back({Op::StoreSum, variable, 1});
    case 4:
      return addBranch(steps, variable);
    case 5:
    case 6:
      return addLock(steps);
    case 7:
      return addUnlock(steps);
    case 8:
      return addWait(steps);
    default:
      return ingredients_.waits
                 ? steps.push_back({rng_.below(3) == 0 ? Op::Broadcast : Op::Signal, 0})
                 : steps.push_back({Op::Add, variable, 1});
    }
  }

  // A branch leaves the thread, so that it is only made where no lock is held.
  void addBranch(std::vector<Step>& steps, unsigned variable) {
    if (!ingredients_.branches || !held_.empty())
      return steps.push_back({Op::Load, variable});
    steps.push_back({Op::Load, variable});
    steps.push_back({Op::SkipUnless, 0, static_cast<int>(rng_.below(2))});
    if (ingredients_.failures && rng_.below(4) == 0)
      steps.push_back({Op::Fail});
  }

  void addLock(std::vector<Step>& steps) {
    if (ingredients_.mutexes == 0)
      return;
    unsigned mutex = rng_.below(ingredients_.mutexes);
    if (std::ranges::find(held_, mutex) != held_.end())
      return;
    if (ingredients_.tryLocks && held_.empty() && rng_.below(2) == 0) {
      steps.push_back({Op::TryLock, mutex});
      steps.push_back({Op::SkipUnless, 0, 1});
    } else {
      steps.push_back({Op::Lock, mutex});
    }
    held_.push_back(mutex);
  }

  void addUnlock(std::vector<Step>& steps) {
    if (held_.empty())
      return;
    steps.push_back({Op::Unlock, held_.back()});
    held_.pop_back();
  }

  void addWait(std::vector<Step>& steps) {
    if (ingredients_.waits && !held_.empty())
      steps.push_back({Op::Wait, 0, static_cast<int>(held_.back())});
  }

  Rng rng_;
  Ingredients ingredients_;
  std::vector<unsigned> held_;
};

std::string textOf(const std::vector<std::vector<Step>>& threads) {
  std::string text;
  for (const auto& thread : threads) {
    for (const Step& step : thread)
      text += std::to_string(static_cast<int>(step.op)) + "(" + std::to_string(step.object) + "," +
              std::to_string(step.value) + ") ";
    text += "\n";
  }
  return text;
}

std::vector<std::string> keysOf(const std::map<std::string, unsigned>& schedules) {
  auto keys = schedules | std::views::keys;
  return {keys.begin(), keys.end()};
}

// Programs with more interleavings than this are left out.
constexpr std::uint64_t kMostInterleavings = 3000;

struct Totals {
  unsigned programs = 0;
  std::uint64_t interleavings = 0, schedules = 0, executions = 0;
};

void compare(std::uint64_t seed, const Ingredients& ingredients, Totals& totals) {
  auto threads = Author(seed, ingredients).program();
  load(forkJoin(threads));
  ValueSchedules expected = schedulesByBruteForce(kMostInterleavings);
  if (expected.counted >= kMostInterleavings)
    return;
  ValuesStrategy strategy({.outOfOrder = false});
  ValueSchedules found = schedulesOf(strategy);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + textOf(threads));
  EXPECT_EQ(keysOf(found.complete), keysOf(expected.complete));
  EXPECT_EQ(keysOf(found.failing), keysOf(expected.failing));
  for (const auto& [text, times] : found.complete)
    EXPECT_EQ(times, 1u) << text;
  EXPECT_FALSE(found.leftOut);
  ++totals.programs;
  totals.interleavings += expected.executions;
  totals.schedules += found.complete.size() + found.failing.size();
  totals.executions += found.executions;
}

Totals compareMany(unsigned count, const Ingredients& ingredients) {
  Totals totals;
  for (unsigned seed = 1; seed <= count && !testing::Test::HasFailure(); ++seed)
    compare(seed, ingredients, totals);
  std::printf("%u programs: %lu interleavings, %lu value schedules, %lu executions\n",
              totals.programs,
              totals.interleavings,
              totals.schedules,
              totals.executions);
  EXPECT_GE(totals.programs, count / 2);
  return totals;
}

TEST(RandomPrograms, MemoryAlone) {
  Totals totals = compareMany(600, {.threads = 3, .steps = 4, .variables = 2});
  EXPECT_EQ(totals.executions, totals.schedules);
}

TEST(RandomPrograms, FourThreads) {
  Totals totals = compareMany(400, {.threads = 4, .steps = 3, .variables = 2});
  EXPECT_EQ(totals.executions, totals.schedules);
}

TEST(RandomPrograms, Branches) {
  Totals totals = compareMany(600, {.threads = 3, .steps = 5, .variables = 2, .branches = true});
  EXPECT_EQ(totals.executions, totals.schedules);
}

TEST(RandomPrograms, Locks) {
  Totals totals =
      compareMany(600, {.threads = 3, .steps = 6, .variables = 2, .mutexes = 2, .branches = true});
  EXPECT_EQ(totals.executions, totals.schedules);
}

TEST(RandomPrograms, AttemptsToLock) {
  compareMany(
      600,
      {.threads = 3, .steps = 5, .variables = 2, .mutexes = 2, .branches = true, .tryLocks = true});
}

TEST(RandomPrograms, WaitsAndNotifications) {
  compareMany(
      800,
      {.threads = 3, .steps = 6, .variables = 1, .mutexes = 2, .branches = true, .waits = true});
}

TEST(RandomPrograms, Failures) {
  compareMany(
      600,
      {.threads = 3, .steps = 5, .variables = 2, .mutexes = 1, .branches = true, .failures = true});
}

} // namespace
} // namespace heddle::explore
