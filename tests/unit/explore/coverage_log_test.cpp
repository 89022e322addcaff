// SPDX-License-Identifier: Apache-2.0
// Which executions are looked at, and what a run records about them.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <unistd.h>

#include "explore/program_run.h"
#include "patterns/coverage_log.h"
#include "simulated_runtime.h"
#include "support/files.h"

namespace heddle::explore {
namespace {

using model::CoverageMode;
using model::StrategyId;

class CoverageLogTest : public testing::Test {
protected:
  CoverageLogTest() {
    const std::string name = testing::TempDir() + "coverage-" + std::to_string(getpid());
    request_.findingsPath = name + ".findings";
    request_.coveragePath = name + ".coverage";
    request_.executions = 2000;
    request_.strategy = StrategyId::Random;
  }
  ~CoverageLogTest() override { removeFiles(); }

  void removeFiles() const {
    unlink(request_.findingsPath.c_str());
    unlink(request_.coveragePath.c_str());
  }

  std::vector<model::CoverageRecord> run(Program program) {
    removeFiles();
    simulation::load(std::move(program));
    status_ = std::make_unique<model::HarnessStatus>();
    EXPECT_TRUE(ProgramRun(request_, *status_, nullptr).run());
    Result<std::string> text = readFile(request_.coveragePath);
    return text ? model::coverageRecordsFromText(*text) : std::vector<model::CoverageRecord>();
  }
  const model::LiveCounters& counters() const { return status_->counters; }

  model::HarnessRequest request_;
  std::unique_ptr<model::HarnessStatus> status_ = std::make_unique<model::HarnessStatus>();
};

// Two threads of two loads and two stores each, on two variables.
Program twoVariables() {
  const std::vector<Step> steps = {
      {Op::Load, 0}, {Op::Store, 1, 1}, {Op::Load, 1}, {Op::Store, 0, 1}};
  return forkJoin({steps, steps});
}

std::set<std::uint64_t> patternsOf(const std::vector<model::CoverageRecord>& records) {
  std::set<std::uint64_t> patterns;
  for (const model::CoverageRecord& record : records)
    patterns.insert(record.patterns.begin(), record.patterns.end());
  return patterns;
}

// How many of the first `count` executions are looked at.
std::uint64_t wanted(const patterns::CoverageLog& log, std::uint64_t count) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    sum += log.wants(i, false) ? 1 : 0;
  return sum;
}

TEST_F(CoverageLogTest, ASampleIsTheFirstExecutionsAndFewOfTheRest) {
  const patterns::CoverageLog log(request_);
  EXPECT_EQ(wanted(log, 64), 64U);
  EXPECT_LT(wanted(log, 100'000), 100'000U / 300);
  EXPECT_GT(wanted(log, 100'000), 100U);
}

// Strategies take turns, and jobs share the numbers: none of them is left out.
TEST_F(CoverageLogTest, ASampleFavoursNoRemainder) {
  const patterns::CoverageLog log(request_);
  for (const std::uint64_t period : {2U, 3U, 4U, 8U, 64U}) {
    std::set<std::uint64_t> remainders;
    for (std::uint64_t i = 64; i < 100'000; ++i)
      if (log.wants(i, false))
        remainders.insert(i % period);
    EXPECT_EQ(remainders.size(), period);
  }
}

TEST_F(CoverageLogTest, EveryTestIsInTheSample) {
  EXPECT_FALSE(patterns::CoverageLog(request_).wants(1000, false));
  EXPECT_TRUE(patterns::CoverageLog(request_).wants(1000, true));
  request_.coverage = CoverageMode::Off;
  EXPECT_FALSE(patterns::CoverageLog(request_).wants(1000, true));
}

TEST_F(CoverageLogTest, AllAndOffAreWhatTheySay) {
  request_.coverage = CoverageMode::All;
  EXPECT_EQ(wanted(patterns::CoverageLog(request_), 1000), 1000U);
  request_.coverage = CoverageMode::Off;
  EXPECT_EQ(wanted(patterns::CoverageLog(request_), 1000), 0U);
}

TEST_F(CoverageLogTest, ARunRecordsWhatItsExecutionsAdd) {
  const auto records = run(twoVariables());
  ASSERT_FALSE(records.empty());
  EXPECT_EQ(records.front().execution, 1U);
  std::uint64_t last = 0;
  std::size_t keys = 0;
  for (const model::CoverageRecord& record : records) {
    EXPECT_FALSE(record.empty());
    EXPECT_GT(record.execution, last);
    last = record.execution;
    keys += record.patterns.size();
  }
  EXPECT_EQ(patternsOf(records).size(), keys) << "a pattern is recorded once";
  EXPECT_GT(model::summarise(records).estimatedPatterns, keys);
  EXPECT_EQ(counters().observedExecutions, 64U + 2000 / 509);
}

TEST_F(CoverageLogTest, SameSeedSameCoverage) {
  const auto first = patternsOf(run(twoVariables()));
  EXPECT_EQ(patternsOf(run(twoVariables())), first);
}

TEST_F(CoverageLogTest, AllExecutionsCoverAtLeastWhatASampleDoes) {
  request_.executions = 300;
  const auto sampled = patternsOf(run(twoVariables()));
  request_.coverage = CoverageMode::All;
  const auto all = patternsOf(run(twoVariables()));
  EXPECT_EQ(counters().observedExecutions, 300U);
  for (const std::uint64_t pattern : sampled)
    EXPECT_TRUE(all.contains(pattern));
}

TEST_F(CoverageLogTest, OffRecordsNothing) {
  request_.coverage = CoverageMode::Off;
  for (const StrategyId strategy : {StrategyId::Random, StrategyId::Active}) {
    request_.strategy = strategy;
    EXPECT_TRUE(run(twoVariables()).empty());
    EXPECT_EQ(counters().observedExecutions, 0U);
  }
}

TEST_F(CoverageLogTest, WhatAStrategyTracesIsObserved) {
  request_.strategy = StrategyId::Active;
  run(twoVariables());
  EXPECT_GT(counters().executions, 0U);
  EXPECT_EQ(counters().observedExecutions, counters().executions);
}

// A sample of an exhaustive search runs from the start, because what it would continue from was not traced.
TEST_F(CoverageLogTest, LookingDoesNotChangeASearch) {
  for (const StrategyId strategy : {StrategyId::Dfs, StrategyId::Pct, StrategyId::Deviation}) {
    request_.strategy = strategy;
    request_.coverage = CoverageMode::Off;
    run(twoVariables());
    const std::uint64_t executions = counters().executions;
    const std::uint64_t points = counters().points;
    const std::uint64_t switches = counters().switches;
    for (const CoverageMode mode : {CoverageMode::Sampled, CoverageMode::All}) {
      request_.coverage = mode;
      EXPECT_FALSE(run(twoVariables()).empty());
      EXPECT_EQ(counters().executions, executions);
      EXPECT_EQ(counters().points, points);
      EXPECT_EQ(counters().switches, switches);
    }
  }
}

TEST_F(CoverageLogTest, ASearchThatContinuesFromCheckpointsHasThePatternsOfOneThatDoesNot) {
  request_.strategy = StrategyId::Dfs;
  request_.coverage = CoverageMode::All;
  const auto continued = patternsOf(run(twoVariables()));
  request_.strategyOptions.checkpoints = false;
  EXPECT_EQ(patternsOf(run(twoVariables())), continued);
}

TEST_F(CoverageLogTest, ExecutionsOfASearchThatStartsAgainAreObservedOnce) {
  Program program = forkJoin({{{Op::Add, 8, 1}, {Op::Store, 0, 1}},
                              {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Add, 8, 1}}});
  program.firstLearned = 8;
  request_.strategy = StrategyId::Dfs;
  request_.coverage = CoverageMode::All;
  run(std::move(program));
  EXPECT_EQ(counters().observedExecutions, counters().executions);
}

TEST_F(CoverageLogTest, JobsCoverTogetherWhatOneJobCovers) {
  request_.executions = 600;
  const auto alone = patternsOf(run(twoVariables()));
  std::set<std::uint64_t> together;
  request_.jobs = 3;
  for (request_.job = 0; request_.job < request_.jobs; ++request_.job)
    together.merge(patternsOf(run(twoVariables())));
  EXPECT_EQ(together, alone) << "random is seekable, and the sample is by number";
}

} // namespace
} // namespace heddle::explore
