// SPDX-License-Identifier: Apache-2.0
// Executions out of order, and what static facts add to them.
#include <gtest/gtest.h>

#include <set>

#include "explore/values/values_strategy.h"
#include "value_schedules.h"

namespace heddle::explore {
namespace {

using values::Operation;
using values::PairKind;
using values::Previews;
using values::ValuesStrategy;

Operation access(runtime::ThreadId thread, const abi::SiteRecord* site, std::uint32_t size) {
  return {.site = site,
          .address = 0x1000,
          .size = size,
          .kind = size == 0 ? runtime::EventKind::Lock : runtime::EventKind::Store,
          .isWrite = true,
          .thread = thread};
}

TEST(PairKinds, FollowFromTheOperations) {
  Operation store = access(1, nullptr, 4);
  Operation lock = access(1, nullptr, 0);
  Operation woken = lock;
  woken.isNotifiedWait = true;
  Operation wait{.address = 1, .kind = runtime::EventKind::CondWait};
  Operation signal{.address = 1, .kind = runtime::EventKind::CondSignal};
  EXPECT_EQ(pairKindOf(store, store), PairKind::ReadWrite);
  EXPECT_EQ(pairKindOf(lock, lock), PairKind::LockLock);
  EXPECT_EQ(pairKindOf(woken, lock), PairKind::WaitLock);
  EXPECT_EQ(pairKindOf(woken, woken), PairKind::WaitWait);
  EXPECT_EQ(pairKindOf(signal, wait), PairKind::WaitNotify);
}

TEST(Previews, DataRacesComeBeforeLocksAndTheUsersChoiceBeforeAll) {
  abi::SiteRecord chosen{};
  const SiteFilter isChosen = [&](const abi::SiteRecord* site) { return site == &chosen; };
  Previews previews(&isChosen);
  values::Steps steps;
  load(forkJoin({{{Op::Store, 0, 1}}}));
  runtime::ThreadSet enabled;
  enabled.insert(1);
  runtime::PendingOperation pending[2] = {};
  runtime::SchedulingPoint point{enabled, 1, 1, true, false, 1, 0, pending};
  steps.prepare(point).operation = access(1, nullptr, 0);
  steps.push();
  steps.prepare(point).operation = access(1, nullptr, 4);
  steps.push();
  previews.addReversal(steps, 0, {access(2, nullptr, 0)});
  previews.addReversal(steps, 1, {access(2, nullptr, 4)});
  previews.addReversal(steps, 0, {access(3, &chosen, 0)});
  previews.addReversal(steps, 1, {access(2, nullptr, 4)}); // known
  std::vector<runtime::ThreadId> targets;
  std::vector<PairKind> kinds;
  while (!previews.empty()) {
    values::Preview best = previews.takeBest();
    kinds.push_back(best.kind);
    targets.push_back(best.turns.back().thread);
  }
  EXPECT_EQ(kinds, (std::vector{PairKind::LockLock, PairKind::ReadWrite, PairKind::LockLock}));
  EXPECT_EQ(targets, (std::vector<runtime::ThreadId>{3, 2, 2}));
}

// T2 fails if T1 has written once, not twice, when it reads. Both take a lock often after that, and a search in order
// begins with the orders of the locks.
Program raceBeforeLocks() {
  std::vector<Step> writer{{Op::Store, 0, 1}, {Op::Store, 0, 2}};
  std::vector<Step> reader{{Op::Load, 0}, {Op::FailUnless, 0, 2}};
  for (unsigned i = 0; i < 4; ++i) {
    writer.insert(writer.end(), {{Op::Lock, 0}, {Op::Unlock, 0}});
    reader.insert(reader.end(), {{Op::Lock, 0}, {Op::Unlock, 0}});
  }
  return forkJoin({writer, reader});
}

std::uint64_t executionsToFailure(const values::ValuesOptions& options) {
  load(raceBeforeLocks());
  ValuesStrategy strategy(options);
  for (std::uint64_t n = 1; strategy.beginExecution(n); ++n) {
    runtime::Options asked;
    asked.askWhenAlone = true;
    const runtime::Outcome& outcome = execute(strategy, asked);
    bool fails = outcome.kind != runtime::FailureKind::None;
    strategy.endExecution({.outcome = outcome});
    if (fails)
      return n;
  }
  return 0;
}

TEST(Previews, FindARaceBeforeTheOrdersOfLocksAreTried) {
  std::uint64_t inOrder = executionsToFailure({.outOfOrder = false});
  std::uint64_t outOfOrder = executionsToFailure({.outOfOrder = true});
  EXPECT_GT(outOfOrder, 0u);
  EXPECT_LE(outOfOrder, 4u);
  EXPECT_GT(inOrder, outOfOrder);
}

// Says that each site in `targets` is a partner of the site `trigger`.
class Facts final : public analysis::AccessFacts {
public:
  Facts(unsigned trigger, std::vector<unsigned> targets) : trigger_(trigger) {
    for (unsigned target : targets)
      partners_.push_back({siteAt(target), analysis::PairKind::ReadWrite});
  }
  static const abi::SiteRecord* siteAt(unsigned line) {
    std::size_t count = 0;
    return runtime::siteTable(&count) + line;
  }
  std::span<const analysis::Partner> partnersOf(const abi::SiteRecord* site) const override {
    return site == siteAt(trigger_) ? std::span(partners_) : std::span<const analysis::Partner>();
  }
  bool knows(const abi::SiteRecord*) const override { return true; }
  bool mayReach(const abi::SiteRecord* from, const abi::SiteRecord* target) const override {
    ++questions;
    return from < target && target < from + 100; // threads of the simulation are straight lines
  }
  bool
  mayReachAfterBranch(const abi::SiteRecord*, bool outcome, const abi::SiteRecord*) const override {
    return outcome;
  }
  bool mayStartReach(const abi::SiteRecord*, const abi::SiteRecord*) const override { return true; }

  mutable unsigned questions = 0;

private:
  unsigned trigger_;
  std::vector<analysis::Partner> partners_;
};

FactsSource sourceOf(const Facts& facts) {
  return [&facts]() -> const analysis::AccessFacts& { return facts; };
}

// T2 writes only if T3 has set a flag. The first execution runs T2 before T3, so that it does not show the pair.
Program hiddenPartner() {
  return forkJoin({{{Op::Load, 0}},
                   {{Op::Load, 1}, {Op::SkipUnless, 0, 1}, {Op::Store, 0, 1}, {Op::Store, 2, 1}},
                   {{Op::Store, 1, 1}}});
}

constexpr unsigned kFirstOfT1 = 100, kStoreOfT2 = 202, kStoreOfT3 = 300;

TEST(StaticFacts, AddNoScheduleAndLoseNone) {
  load(hiddenPartner());
  ValueSchedules expected = schedulesByBruteForce();
  Facts facts(kFirstOfT1, {kStoreOfT2, kStoreOfT3});
  ValuesStrategy strategy({.facts = sourceOf(facts)});
  ValueSchedules found = schedulesOf(strategy);
  EXPECT_EQ(found.complete.size(), expected.complete.size());
  for (const auto& [text, times] : found.complete) {
    EXPECT_EQ(times, 1u);
    EXPECT_TRUE(expected.complete.contains(text));
  }
}

TEST(StaticFacts, AnExecutionIsAbandonedWhenItsTargetIsInaccessible) {
  load(hiddenPartner());
  Facts facts(kFirstOfT1, {kStoreOfT2});
  ValuesStrategy strategy({.facts = sourceOf(facts)});
  schedulesOf(strategy);
  EXPECT_GT(facts.questions, 0u);
  EXPECT_EQ(strategy.tally().abandoned, 1u); // T2 has read the flag too early and cannot come back
  EXPECT_EQ(strategy.tally().aimed, 1u);
  EXPECT_EQ(strategy.tally().reached, 0u);
}

// Without the check, the execution continues to its end; its value schedule is not a new one.
TEST(StaticFacts, WithoutAccessibilityAnExecutionRunsToItsEnd) {
  load(hiddenPartner());
  Facts facts(kFirstOfT1, {kStoreOfT2});
  ValuesStrategy strategy({.facts = sourceOf(facts), .accessibility = false});
  ValueSchedules found = schedulesOf(strategy);
  EXPECT_EQ(facts.questions, 0u);
  EXPECT_EQ(strategy.tally().aimed, 1u);
  EXPECT_EQ(found.complete.size(), schedulesByBruteForce().complete.size());
}

TEST(StaticFacts, WithoutFeedbackTheQuestionIsAskedOnce) {
  load(hiddenPartner());
  Facts facts(kFirstOfT1, {kStoreOfT2});
  ValuesStrategy strategy({.facts = sourceOf(facts), .feedback = false});
  schedulesOf(strategy);
  unsigned once = facts.questions;
  ValuesStrategy other({.facts = sourceOf(facts)});
  schedulesOf(other);
  EXPECT_LT(once, facts.questions - once);
}

TEST(StaticFacts, AreAskedForWhenSoManyExecutionsHaveCounted) {
  load(hiddenPartner());
  Facts facts(kFirstOfT1, {kStoreOfT2, kStoreOfT3});
  unsigned analyses = 0;
  const FactsSource source = [&]() -> const analysis::AccessFacts& {
    ++analyses;
    return facts;
  };
  std::size_t all = schedulesByBruteForce().complete.size();
  ValuesStrategy late({.facts = source, .factsAfter = all + 1});
  schedulesOf(late);
  EXPECT_EQ(analyses, 0u);
  ValuesStrategy soon({.facts = source, .factsAfter = 1});
  EXPECT_EQ(schedulesOf(soon).complete.size(), all);
  EXPECT_EQ(analyses, 1u);
  EXPECT_GT(soon.tally().aimed, 0u);
}

// T2 is the only thread that can reach the target, until a branch leads it away.
TEST(StaticFacts, ABranchThatLeadsAwayFromTheTargetEndsTheExecution) {
  load(forkJoin({{{Op::Load, 0}}, {{Op::Store, 1, 1}, {Op::Store, 0, 1}}}));
  Facts facts(kFirstOfT1, {201});
  values::PreviewRun run({});
  run.use(facts);
  Operation trigger = access(1, Facts::siteAt(kFirstOfT1), 4);
  values::Preview preview;
  preview.trigger = trigger;
  preview.target = Facts::siteAt(201);
  run.begin(preview);
  runtime::ThreadSet enabled;
  enabled.insert(1);
  enabled.insert(2);
  runtime::PendingOperation pending[3] = {};
  pending[1].site = trigger.site;
  pending[2].site = Facts::siteAt(200);
  runtime::SchedulingPoint point{enabled, 2, 1, true, false, 2, 0, pending};
  EXPECT_EQ(run.choose(point), 2u);
  runtime::Event branch{.thread = 2, .kind = runtime::EventKind::Branch};
  branch.site = Facts::siteAt(200);
  branch.value = 1;
  EXPECT_TRUE(run.mayStillReach(branch));
  branch.value = 0;
  EXPECT_FALSE(run.mayStillReach(branch));
  branch.thread = 1; // says nothing about the thread that looks for the target
  EXPECT_TRUE(run.mayStillReach(branch));
}

TEST(StaticFacts, AnotherAddressIsNotTheTarget) {
  load(forkJoin({{{Op::Load, 0}}, {{Op::Store, 2, 1}}}));
  Facts facts(kFirstOfT1, {200});
  ValuesStrategy strategy({.facts = sourceOf(facts)});
  ValueSchedules found = schedulesOf(strategy);
  EXPECT_EQ(found.complete.size(), 1u);
  EXPECT_EQ(strategy.tally().abandoned, 1u);
}

} // namespace
} // namespace heddle::explore
