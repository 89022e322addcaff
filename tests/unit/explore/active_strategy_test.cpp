// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/strategies/active_strategy.h"
#include "explore/strategies/serial_strategy.h"
#include "simulated_runtime.h"
#include "trace/trace_recorder.h"

namespace heddle::explore {
namespace {

struct Search {
  unsigned executions = 0;
  unsigned failures = 0;
  unsigned skipped = 0;
  std::vector<std::string> traces;
  std::vector<std::uint64_t> predicted, covered;
};

// Runs the strategy to its end.
Search search(const ActiveStrategy::Options& options) {
  ActiveStrategy active(options);
  trace::TraceRecorder recorder;
  runtime::Options how;
  how.askWhenAlone = active.watchesAll();
  Search result;
  for (std::uint64_t index = 0; active.beginExecution(index); ++index) {
    bool wantsTrace = active.wantsTrace();
    const runtime::Outcome& outcome =
        lease().run({.chooser = active, .options = how, .sink = wantsTrace ? &recorder : nullptr});
    Ended ended{.outcome = outcome, .trace = wantsTrace ? &recorder.finish(outcome) : nullptr};
    result.failures += outcome.kind != runtime::FailureKind::None ? 1 : 0;
    Ending ending = active.endExecution(ended);
    result.skipped += ending == Ending::Skipped ? 1 : 0;
    result.executions += ending == Ending::Counted ? 1 : 0;
    result.traces.push_back(lastTrace());
  }
  result.predicted = active.requirements()->predicted;
  result.covered = active.requirements()->covered;
  return result;
}

// What each lane does when it runs alone, as the examination of a test observes it.
patterns::Profiles profilesOfLanes(unsigned lanes) {
  patterns::Profiles profiles;
  trace::TraceRecorder recorder;
  for (unsigned lane = 1; lane <= lanes; ++lane) {
    SerialStrategy serial({.firstLane = lane});
    serial.beginExecution(0);
    const runtime::Outcome& outcome =
        lease().run({.chooser = serial, .options = {}, .sink = &recorder});
    profiles.push_back(
        trace::accessesOf(recorder.finish(outcome), static_cast<runtime::ThreadId>(lane)));
  }
  return profiles;
}

const std::vector<Step> kIncrement = {{Op::BeginCall}, {Op::Load, 0}, {Op::StoreSum, 0, 1}};
const std::vector<Step> kPlainIncrement = {{Op::Load, 0}, {Op::StoreSum, 0, 1}};

// ---- tests of a class -------------------------------------------------------------------------------------

TEST(ActiveStrategy, MakesTheLostUpdateOfTwoCallsHappen) {
  load(forkJoin({kIncrement, kIncrement}));
  patterns::Profiles profiles = profilesOfLanes(2);
  Search found = search({.pairs = false, .profiles = &profiles});
  EXPECT_EQ(found.predicted.size(), 2u); // row 7, either thread first
  EXPECT_EQ(found.covered, found.predicted);
  EXPECT_EQ(found.executions, 2u);
  for (const std::string& trace : found.traces)
    EXPECT_TRUE(trace.ends_with("store0=1")) << trace; // and not 2
}

// Thread 2 needs the lock that thread 1 holds at its first access, but not at its own.
TEST(ActiveStrategy, TheSecondApproachPassesALock) {
  load(forkJoin({{{Op::BeginCall}, {Op::Lock, 5}, {Op::Load, 0}, {Op::Load, 0}, {Op::Unlock, 5}},
                 {{Op::BeginCall}, {Op::Lock, 5}, {Op::Unlock, 5}, {Op::Store, 0, 9}}}));
  patterns::Profiles profiles = profilesOfLanes(2);
  Search found = search({.pairs = false, .profiles = &profiles});
  EXPECT_EQ(found.predicted.size(), 1u);
  EXPECT_EQ(found.covered.size(), 1u);
  EXPECT_EQ(found.executions, 2u);
}

TEST(ActiveStrategy, OccurrencesAreTakenIntoAccount) {
  // A loop of one site: the pattern is about the first two of its accesses.
  load(forkJoin({{{Op::Add, 0, 1}, {Op::LoopUnless, 0, 3}}, {{Op::Store, 0, 7}}}));
  patterns::Profiles profiles = profilesOfLanes(2);
  ASSERT_EQ(profiles[0].accesses.size(), 3u);
  EXPECT_EQ(profiles[0].accesses[2].occurrence, 2u);
}

// ---- programs ---------------------------------------------------------------------------------------------

TEST(ActiveStrategy, FindsTheLostUpdateOfThreeThreads) {
  load(forkJoin({kPlainIncrement, kPlainIncrement, kPlainIncrement}, {{Op::FailUnless, 0, 3}}));
  Search found = search({});
  EXPECT_GT(found.failures, 0u);
  EXPECT_EQ(found.covered.size(), found.predicted.size());
}

TEST(ActiveStrategy, MainTakesPart) {
  load({.threads = {{{Op::Create, 1},
                     {Op::Load, 0},
                     {Op::StoreSum, 0, 1},
                     {Op::Join, 1},
                     {Op::FailUnless, 0, 2}},
                    kPlainIncrement}});
  Search found = search({});
  EXPECT_GT(found.failures, 0u);
}

// Nothing fails if the first thread runs first.
TEST(ActiveStrategy, ThreadsLeadInTurn) {
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Load, 0}, {Op::SkipUnless, 0, 0}, {Op::Fail}}}));
  EXPECT_GT(search({}).failures, 0u);
}

// Thread 2 reaches its second load only if another thread wrote between its loads.
TEST(ActiveStrategy, NewCodeIsLookedAtToo) {
  load(forkJoin({{{Op::Store, 0, 1}, {Op::Store, 1, 1}, {Op::Store, 1, 2}},
                 {{Op::Load, 0},
                  {Op::Load, 0},
                  {Op::SkipUnless, 0, 1},
                  {Op::Load, 1},
                  {Op::SkipUnless, 0, 1},
                  {Op::Fail}}}));
  EXPECT_GT(search({}).failures, 0u);
}

TEST(ActiveStrategy, ACorrectProgramIsDoneWithSoon) {
  std::vector<Step> locked = {{Op::Lock, 5}, {Op::Load, 0}, {Op::StoreSum, 0, 1}, {Op::Unlock, 5}};
  load(forkJoin({locked, locked, locked}, {{Op::FailUnless, 0, 3}}));
  Search found = search({});
  EXPECT_EQ(found.failures, 0u);
  EXPECT_LT(found.executions, 40u);
}

TEST(ActiveStrategy, IsTheSameEveryTime) {
  load(forkJoin({kPlainIncrement, kPlainIncrement, simulation::additions(2)}));
  Search first = search({});
  Search second = search({});
  EXPECT_EQ(first.traces, second.traces);
  EXPECT_EQ(first.covered, second.covered);
}

TEST(ActiveStrategy, JobsShareThePatterns) {
  auto program = forkJoin({kPlainIncrement, kPlainIncrement, kPlainIncrement});
  load(program);
  Search all = search({});
  std::vector<std::uint64_t> shared;
  for (unsigned job : {0u, 1u}) {
    load(program);
    Search part = search({.jobs = 2, .job = job});
    EXPECT_LT(part.predicted.size(), all.predicted.size());
    shared.insert(shared.end(), part.predicted.begin(), part.predicted.end());
  }
  std::ranges::sort(shared);
  std::ranges::sort(all.predicted);
  EXPECT_EQ(shared, all.predicted);
}

TEST(ActiveStrategy, AnExecutionThatKilledTheProcessIsLeftAtOnce) {
  load(forkJoin({kPlainIncrement, kPlainIncrement}));
  Search all = search({});
  load(forkJoin({kPlainIncrement, kPlainIncrement}));
  Search rest = search({.skip = all.executions - 1});
  EXPECT_EQ(rest.skipped, 1u);
  EXPECT_EQ(rest.executions, all.executions - 1);
}

} // namespace
} // namespace heddle::explore
