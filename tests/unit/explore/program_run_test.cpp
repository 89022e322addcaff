// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <unistd.h>

#include "explore/program_run.h"
#include "explore/strategies/replay_strategy.h"
#include "simulated_runtime.h"
#include "support/files.h"

namespace heddle::explore {
namespace {

using model::FindingKind;
using model::FindingRecord;
using model::HarnessRequest;
using model::HarnessState;
using model::HarnessStatus;

class ProgramRunTest : public testing::Test {
protected:
  ProgramRunTest() {
    request_.findingsPath = testing::TempDir() + "findings-" + std::to_string(getpid());
    request_.executions = 2000;
    request_.strategy = model::StrategyId::Random;
    unlink(request_.findingsPath.c_str());
  }
  ~ProgramRunTest() override { unlink(request_.findingsPath.c_str()); }

  bool run() { return ProgramRun(request_, status_, nullptr).run(); }

  std::vector<FindingRecord> records() const {
    Result<std::string> text = readFile(request_.findingsPath);
    return text ? model::findingRecordsFromText(*text) : std::vector<FindingRecord>();
  }
  HarnessState state() const { return static_cast<HarnessState>(status_.state.load()); }

  HarnessRequest request_;
  HarnessStatus status_{};
};

std::vector<Step> increment() {
  return {{Op::Load, 0}, {Op::StoreSum, 0, 1}};
}
Program lostUpdate() {
  return forkJoin({increment(), increment()}, {{Op::FailUnless, 0, 2}});
}

TEST_F(ProgramRunTest, CountsWhatItRuns) {
  load(forkJoin({additions(3), additions(3)}));
  EXPECT_TRUE(run());
  EXPECT_EQ(state(), HarnessState::Finished);
  EXPECT_EQ(status_.counters.executions, 2000u);
  EXPECT_EQ(status_.nextExecution, 1999u);
  EXPECT_EQ(status_.counters.failures, 0u);
  EXPECT_EQ(status_.threads, 3u);
  EXPECT_EQ(status_.counters.events, 2000u * 10); // two creations, two joins, six additions
  EXPECT_EQ(status_.exhausted, 0u);
  EXPECT_TRUE(records().empty());
}

TEST_F(ProgramRunTest, StopsAtTheFirstFindingAndMinimisesIt) {
  load(lostUpdate());
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, status_.lowestFinding);
  auto found = records();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, FindingKind::Assert);
  EXPECT_EQ(found[0].position, (model::Position{.test = 0, .execution = status_.lowestFinding}));
  EXPECT_FALSE(found[0].minimised);
  EXPECT_TRUE(found[1].minimised);
  EXPECT_EQ(found[1].signature, found[0].signature);
  EXPECT_EQ(preemptions(found[1].schedule), 1u);
  ReplayStrategy replay(found[1].schedule);
  replay.beginExecution(0);
  EXPECT_EQ(simulation::execute(replay).kind, runtime::FailureKind::Assert);
}

TEST_F(ProgramRunTest, KeepGoingRecordsEveryDistinctFailureOnce) {
  // Two assertions at different lines, in addition to the one in main.
  load(forkJoin({{{Op::Add, 0, 1}, {Op::SkipUnless, 0, 2}, {Op::Fail}},
                 {{Op::Add, 0, 1}, {Op::SkipUnless, 0, 2}, {Op::Fail}}}));
  request_.keepGoing = true;
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 2000u);
  EXPECT_EQ(status_.counters.failures, 2000u);
  auto found = records();
  ASSERT_EQ(found.size(), 4u);
  EXPECT_NE(found[0].signature, found[1].signature);
  EXPECT_EQ(found[2].seen + found[3].seen, 2000u);
}

TEST_F(ProgramRunTest, GoesOnForAWhileAfterARace) {
  load(forkJoin({{{Op::Add, 0, 1}, {Op::Race, 0, 201}}, {{Op::Add, 0, 1}, {Op::Local}}}));
  request_.afterRace = 70;
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 71u);
  EXPECT_EQ(status_.lowestFinding, 0u);
  auto found = records();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, FindingKind::DataRace);
  EXPECT_EQ(found[1].seen, 71u);
}

TEST_F(ProgramRunTest, ARaceIsTheSameInBothDirections) {
  load(forkJoin({{{Op::Add, 0, 1}, {Op::Race, 0, 201}}, {{Op::Add, 0, 1}, {Op::Race, 0, 101}}}));
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.findings, 1u);
}

TEST_F(ProgramRunTest, AnUnusualExitStatusIsAFinding) {
  // Run until blocked, T1's store is the first, and 0 remains in variable 1.
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Load, 0}, {Op::SkipUnless, 0, 0}, {Op::Store, 1, 3}}},
                {{Op::ExitWith, 1}}));
  EXPECT_TRUE(run());
  auto found = records();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, FindingKind::ExitStatus);
  EXPECT_EQ(found[0].message,
            (model::Message{.id = model::MessageId::ExitStatus, .arguments = {"3", "0"}}));
}

TEST_F(ProgramRunTest, TheUsualExitStatusIsNone) {
  load(forkJoin({{{Op::Store, 0, 4}}}, {{Op::ExitWith, 0}}));
  EXPECT_TRUE(run());
  EXPECT_TRUE(records().empty());
}

TEST_F(ProgramRunTest, SaysWhatIsUnsupported) {
  load(forkJoin({{{Op::Add, 0, 1}, {Op::Unsupported}}}));
  EXPECT_FALSE(run());
  EXPECT_EQ(state(), HarnessState::Failed);
  EXPECT_EQ(model::messageOf(status_).id, model::MessageId::Unmodelled);
}

TEST_F(ProgramRunTest, StopsWhenAsked) {
  load(forkJoin({additions(3), additions(3)}));
  status_.stopRequested.store(1);
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 0u);
}

TEST_F(ProgramRunTest, StopsWhenTimeIsUp) {
  load(forkJoin({additions(3), additions(3)}));
  request_.executions = 0;
  request_.seconds = 0.05;
  EXPECT_TRUE(run());
  EXPECT_GE(status_.exploreNanoseconds, 50'000'000u);
  EXPECT_EQ(state(), HarnessState::Finished);
}

TEST_F(ProgramRunTest, DoesNotRunBeyondTheFindingOfAnotherJob) {
  load(forkJoin({additions(3), additions(3)}));
  request_.jobs = 2;
  request_.job = 1;
  status_.lowestFinding.store(101); // execution 100, of job 0
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 50u); // 1, 3, ..., 99
}

TEST_F(ProgramRunTest, JobsFindTheSameFirstFailureAsOne) {
  load(forkJoin({additions(2),
                 additions(2),
                 {{Op::Load, 0},
                  {Op::SkipUnless, 0, 2},
                  {Op::Load, 0},
                  {Op::SkipUnless, 0, 4},
                  {Op::Fail}}}));
  EXPECT_TRUE(run());
  std::uint64_t alone = status_.lowestFinding;
  ASSERT_GT(alone, 0u);
  std::uint64_t together = 0;
  for (request_.jobs = 3, request_.job = 0; request_.job < 3; ++request_.job) {
    HarnessStatus status{};
    status.lowestFinding.store(together);
    EXPECT_TRUE(ProgramRun(request_, status, nullptr).run());
    together = status.lowestFinding;
  }
  EXPECT_EQ(together, alone);
}

TEST_F(ProgramRunTest, ResumesAfterADeadProcess) {
  load(forkJoin({additions(3), additions(3)}));
  request_.resume.firstExecution = 1500;
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 500u);
}

TEST_F(ProgramRunTest, ResumedDfsSkipsOnlyTheExecutionThatKilledIt) {
  load(forkJoin({additions(3), additions(3)}));
  request_.strategy = model::StrategyId::Dfs;
  request_.resume.firstExecution = 20; // the last one, number 19, was about to run
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.executions, 0u);
  EXPECT_EQ(status_.exhausted, 1u);
}

TEST_F(ProgramRunTest, DfsExhaustsItsShare) {
  for (bool checkpoints : {false, true}) {
    std::uint64_t executions = 0;
    for (request_.jobs = 2, request_.job = 0; request_.job < 2; ++request_.job) {
      load(forkJoin({additions(6), additions(6)}));
      request_.strategy = model::StrategyId::Dfs;
      request_.strategyOptions.checkpoints = checkpoints;
      HarnessStatus status{};
      EXPECT_TRUE(ProgramRun(request_, status, nullptr).run());
      EXPECT_EQ(status.exhausted, 1u);
      EXPECT_EQ(status.incomplete, 0u);
      executions += status.counters.executions;
    }
    EXPECT_EQ(executions, 924u);
  }
}

TEST_F(ProgramRunTest, ManyFailuresInARowCostNoMemory) {
  load(forkJoin({{{Op::Add, 0, 1}, {Op::Fail}}, additions(1)}));
  request_.keepGoing = true;
  request_.executions = 100'000;
  request_.minimise = false;
  EXPECT_TRUE(run());
  EXPECT_EQ(status_.counters.failures, 100'000u);
  EXPECT_EQ(records().size(), 1u);
}

class TraceSetTest : public ProgramRunTest {
protected:
  TraceSetTest() {
    request_.strategy = model::StrategyId::Dfs;
    request_.explore.traceSetPath = testing::TempDir() + "traces-" + std::to_string(getpid());
  }
  ~TraceSetTest() override { unlink(request_.explore.traceSetPath.c_str()); }

  std::vector<std::string> lines() {
    {
      TraceSet traceSet(request_.explore.traceSetPath);
      EXPECT_TRUE(ProgramRun(request_, status_, &traceSet).run());
    }
    std::vector<std::string> result;
    std::istringstream text(*readFile(request_.explore.traceSetPath));
    for (std::string line; std::getline(text, line);)
      result.push_back(line);
    return result;
  }
};

TEST_F(TraceSetTest, WritesALinePerExecution) {
  load(forkJoin({{{Op::Store, 0, 1}}, {{Op::Load, 0}}}));
  EXPECT_EQ(lines(),
            (std::vector<std::string>{"t1:atomic-store:global+0x0=1 t2:atomic-load:global+0x0=1",
                                      "t2:atomic-load:global+0x0=0 t1:atomic-store:global+0x0=1"}));
}

TEST_F(TraceSetTest, IsTheSameWithAndWithoutCheckpoints) {
  std::vector<Step> section{
      {Op::Add, 0, 1}, {Op::Lock, 0}, {Op::Add, 1, 1}, {Op::Unlock, 0}, {Op::Add, 0, 1}};
  request_.strategyOptions.checkpoints = true;
  load(forkJoin({section, section}));
  auto resumed = lines();
  EXPECT_GT(simulation::executionsResumed(), 10u);
  request_.strategyOptions.checkpoints = false;
  load(forkJoin({section, section}));
  EXPECT_TRUE(lines() == resumed);
  EXPECT_EQ(std::set<std::string>(resumed.begin(), resumed.end()).size(), resumed.size());
}

TEST_F(TraceSetTest, NamesTheFailure) {
  request_.keepGoing = true;
  load(forkJoin({{{Op::Add, 0, 1}, {Op::Fail}}}));
  EXPECT_EQ(lines(), (std::vector<std::string>{"t1:atomic-rmw:global+0x0=1 !assert"}));
}

TEST_F(TraceSetTest, HoldsOnlyTheLastPassOfARestartedSearch) {
  Program program = forkJoin({{{Op::Add, 8, 1}, {Op::Store, 0, 1}},
                              {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Add, 8, 1}}});
  program.firstLearned = 8;
  load(program);
  auto traces = lines();
  EXPECT_EQ(traces.size(), status_.counters.executions);
  EXPECT_EQ(std::set<std::string>(traces.begin(), traces.end()).size(), traces.size());
}

} // namespace
} // namespace heddle::explore
