// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "patterns/map_coverage.h"
#include "patterns/trace_patterns.h"
#include "trace_text.h"

namespace heddle::patterns {
namespace {

using trace::traceFromText;

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> keys) {
  std::ranges::sort(keys);
  return keys;
}

TEST(MapCoverage, AnExecutionAddsItsPatternsOnce) {
  MapCoverage coverage;
  const trace::ExecutionTrace trace = traceFromText("1Rx@1 2Wx@2 1Rx@3");
  const model::CoverageRecord added = coverage.observe(trace);
  EXPECT_EQ(added.patterns.size(), 3U) << "R-W, W-R, R-W-R";
  EXPECT_EQ(coverage.covered(), 3U);
  EXPECT_TRUE(coverage.observe(trace).empty());
  EXPECT_EQ(coverage.covered(), 3U);
  EXPECT_EQ(coverage.executions(), 2U);
}

TEST(MapCoverage, LastIsWhatTheLastExecutionHad) {
  MapCoverage coverage;
  const trace::ExecutionTrace one = traceFromText("1Rx@1 2Wx@2");
  const trace::ExecutionTrace other = traceFromText("2Wx@2 1Rx@1");
  coverage.observe(one);
  EXPECT_EQ(coverage.last(), patternsOf(one, trace::Locations(one)));
  coverage.observe(other);
  EXPECT_EQ(coverage.last(), patternsOf(other, trace::Locations(other)));
  EXPECT_TRUE(coverage.has(coverage.last().front()));
  coverage.observe(traceFromText("1Rx@1 1Wx@2"));
  EXPECT_TRUE(coverage.last().empty());
}

TEST(MapCoverage, OnlySharedMemoryThatIsWrittenCounts) {
  MapCoverage coverage;
  EXPECT_TRUE(coverage.observe(traceFromText("1Rx 2Rx 1Wy 1Ry 2Wz")).empty());
  EXPECT_EQ(coverage.estimatedTotal(), 0U);
}

TEST(MapCoverage, SitesThatAccessTheSameLocationAreOneVariable) {
  MapCoverage one;
  one.observe(traceFromText("1Wx@1 2Wx@2"));
  EXPECT_EQ(one.estimatedTotal(), 4U + 8) << "rows 3 and 8 with two writers";
  MapCoverage two;
  two.observe(traceFromText("1Wx@1 2Wx@1 1Wy@2 2Wy@2"));
  EXPECT_EQ(two.estimatedTotal(), 2U * (1 + 1) + 3) << "and rows 9 to 11 over two variables";
  two.observe(traceFromText("1Wx@1 2Wx@2"));
  EXPECT_EQ(two.estimatedTotal(), one.estimatedTotal());
}

// What a process writes is all that others need.
TEST(MapCoverage, RecordsOfTwoProcessesAddUpToOneThatSawEverything) {
  const trace::ExecutionTrace first = traceFromText("1Rx@1 2Wx@2 1Rx@3 2Wy@4 1Ry@5");
  const trace::ExecutionTrace second = traceFromText("2Wx@2 1Rx@1 2Wy@4 1Ry@5 1Rx@3");
  MapCoverage all;
  all.observe(first);
  all.observe(second);
  const model::CoverageSummary merged =
      model::summarise({MapCoverage().observe(first), MapCoverage().observe(second)});
  EXPECT_EQ(merged.patterns, all.covered());
  EXPECT_EQ(merged.estimatedPatterns, all.estimatedTotal());
}

TEST(MapCoverage, WhatIsAddedAreTheKeysThatWereMissing) {
  MapCoverage coverage;
  std::vector<std::uint64_t> keys = coverage.observe(traceFromText("1Rx@1 2Wx@2")).patterns;
  const std::vector<std::uint64_t> more =
      coverage.observe(traceFromText("1Rx@1 2Wx@2 1Rx@1")).patterns;
  EXPECT_EQ(more.size(), 2U) << "W-R, R-W-R";
  keys.insert(keys.end(), more.begin(), more.end());
  EXPECT_EQ(sorted(keys), sorted(coverage.last()));
}

} // namespace
} // namespace heddle::patterns
