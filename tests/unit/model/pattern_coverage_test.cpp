// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "model/pattern_coverage.h"

namespace heddle::model {
namespace {

using Growth = CoverageSummary::Growth;

CoverageRecord
record(std::uint64_t execution, double seconds, std::vector<std::uint64_t> patterns) {
  CoverageRecord out;
  out.execution = execution;
  out.seconds = seconds;
  out.patterns = std::move(patterns);
  return out;
}

SiteUse reader(std::uint64_t site, std::uint64_t neighbour) {
  return {.site = site, .reads = true, .writes = false, .neighbour = neighbour};
}
SiteUse writer(std::uint64_t site, std::uint64_t neighbour) {
  return {.site = site, .reads = false, .writes = true, .neighbour = neighbour};
}

TEST(CoverageRecord, RoundTripIsExact) {
  CoverageRecord written = record(17, 0.25, {1, ~std::uint64_t{0}});
  written.isFull = true;
  written.sites = {reader(0x400010, 0x400020), writer(0x400020, 0x400020)};
  const auto read = coverageRecordsFromText(toText(written) + toText(record(18, 0.5, {})));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].execution, 17U);
  EXPECT_EQ(read[0].seconds, 0.25);
  EXPECT_TRUE(read[0].isFull);
  EXPECT_EQ(read[0].patterns, written.patterns);
  EXPECT_EQ(read[0].sites, written.sites);
  EXPECT_TRUE(read[1].empty());
}

TEST(CoverageRecord, ATornRecordIsLeftOut) {
  const std::string whole = toText(record(7, 1, {70}));
  for (std::size_t length = 0; length < whole.size() - 1; ++length) {
    const auto read = coverageRecordsFromText(whole.substr(0, length) + toText(record(8, 2, {80})));
    ASSERT_EQ(read.size(), 1U) << length;
    EXPECT_EQ(read[0].execution, 8U);
  }
}

TEST(CoverageRecord, AnotherVersionIsLeftOut) {
  EXPECT_TRUE(coverageRecordsFromText("\nheddle coverage 99\nexecution 1\nend\n").empty());
}

TEST(PatternCoverage, CountsEachPatternOnce) {
  PatternCoverage coverage;
  EXPECT_TRUE(coverage.addPattern(5));
  EXPECT_FALSE(coverage.addPattern(5));
  EXPECT_TRUE(coverage.addPattern(6));
  EXPECT_EQ(coverage.covered(), 2U);
  EXPECT_TRUE(coverage.has(6));
  EXPECT_FALSE(coverage.has(7));
}

TEST(PatternCoverage, KeepsALimitedNumberAndSaysSo) {
  PatternCoverage coverage(2);
  EXPECT_TRUE(coverage.addPattern(1));
  EXPECT_TRUE(coverage.addPattern(2));
  EXPECT_FALSE(coverage.addPattern(2));
  EXPECT_FALSE(coverage.isFull()) << "there is no third";
  EXPECT_FALSE(coverage.addPattern(3));
  EXPECT_TRUE(coverage.isFull());
  EXPECT_EQ(coverage.covered(), 2U);
}

TEST(PatternCoverage, ASiteIsNewWhileItTellsSomething) {
  PatternCoverage coverage;
  EXPECT_TRUE(coverage.addSite(reader(1, 1)));
  EXPECT_FALSE(coverage.addSite(reader(1, 1)));
  EXPECT_TRUE(coverage.addSite(writer(1, 1))) << "it writes, too";
  EXPECT_TRUE(coverage.addSite(writer(2, 2)));
  EXPECT_TRUE(coverage.addSite(writer(2, 1))) << "the same variable";
  EXPECT_FALSE(coverage.addSite(reader(1, 2)));
}

// The formula of the paper for one variable: rows 1 and 2, 3, 4, 5 to 7, 8.
std::uint64_t ofOneVariable(std::uint64_t r, std::uint64_t w) {
  return 2 * r * w + w * w + r * r * w + 3 * r * w * w + w * w * w;
}

TEST(PatternCoverage, EstimatesTheTotalOfOneVariable) {
  PatternCoverage coverage;
  EXPECT_EQ(coverage.estimatedTotal(), 0U);
  coverage.addSite(reader(1, 1));
  EXPECT_EQ(coverage.estimatedTotal(), 0U) << "no site writes";
  coverage.addSite(reader(2, 1));
  coverage.addSite(writer(3, 1));
  EXPECT_EQ(coverage.estimatedTotal(), ofOneVariable(2, 1));
  EXPECT_EQ(ofOneVariable(2, 1), 4U + 1 + 4 + 6 + 1);
  coverage.addSite(writer(2, 2)); // a read-modify-write is both
  EXPECT_EQ(coverage.estimatedTotal(), ofOneVariable(2, 2));
}

TEST(PatternCoverage, EstimatesTheTotalOfTwoVariables) {
  PatternCoverage coverage;
  for (const std::uint64_t variable : {10U, 20U}) {
    coverage.addSite(writer(variable, variable));
    coverage.addSite(reader(variable + 1, variable));
  }
  const std::uint64_t writesOfBoth = 3; // rows 9 to 11, one site each
  const std::uint64_t readsAndWrites = 6;
  EXPECT_EQ(coverage.estimatedTotal(), 2 * ofOneVariable(1, 1) + writesOfBoth + readsAndWrites);
}

TEST(PatternCoverage, SitesThatMeetBecomeOneVariableInAnyOrder) {
  PatternCoverage chain;
  chain.addSite(writer(1, 1));
  chain.addSite(writer(2, 2));
  chain.addSite(writer(3, 3));
  chain.addSite(writer(1, 2));
  chain.addSite(writer(3, 1));
  EXPECT_EQ(chain.estimatedTotal(), ofOneVariable(0, 3));
}

TEST(CoverageSummary, IsTheUnionOfAllProcesses) {
  CoverageRecord first = record(1, 0.1, {1, 2});
  first.sites = {writer(1, 1)};
  CoverageRecord other = record(2, 0.1, {2, 3});
  other.sites = {reader(2, 1)};
  const CoverageSummary summary = summarise({first, other});
  EXPECT_EQ(summary.patterns, 3U);
  EXPECT_EQ(summary.estimatedPatterns, ofOneVariable(1, 1));
  EXPECT_FALSE(summary.isFull);
}

TEST(CoverageSummary, OneFullProcessMakesItIncomplete) {
  CoverageRecord full = record(9, 1, {});
  full.isFull = true;
  EXPECT_TRUE(summarise({record(1, 0.1, {1}), full}).isFull);
}

TEST(CoverageSummary, GrowthFollowsExecutionsNotTheOrderOfRecords) {
  std::vector<CoverageRecord> records = {
      record(1, 0.1, {1}), record(2, 0.5, {2, 3}), record(3, 0.2, {1, 4}), record(4, 0.6, {4})};
  const std::vector<Growth> expected = {{.seconds = 0.1, .execution = 1, .patterns = 1},
                                        {.seconds = 0.5, .execution = 2, .patterns = 3},
                                        {.seconds = 0.5, .execution = 3, .patterns = 4}};
  EXPECT_EQ(summarise(records).growth, expected);
  std::ranges::reverse(records);
  EXPECT_EQ(summarise(records).growth, expected);
}

TEST(CoverageSummary, JobsThatCheckTestsHaveExecutionsWithTheSameNumber) {
  const CoverageSummary summary = summarise({record(1, 0.1, {1}), record(1, 0.2, {2})});
  ASSERT_EQ(summary.growth.size(), 1U);
  EXPECT_EQ(summary.growth[0].patterns, 2U);
}

TEST(CoverageSummary, GrowthIsThinnedOutButEndsAtTheEnd) {
  std::vector<CoverageRecord> records;
  for (std::uint64_t i = 1; i <= 1000; ++i)
    records.push_back(record(i, static_cast<double>(i), {i}));
  const std::vector<Growth> growth = summarise(records).growth;
  ASSERT_EQ(growth.size(), CoverageSummary::kMostGrowth);
  EXPECT_EQ(growth.front().patterns, 1U);
  EXPECT_EQ(growth.back().patterns, 1000U);
  EXPECT_EQ(std::ranges::adjacent_find(growth, std::ranges::greater_equal(), &Growth::patterns),
            growth.end())
      << "it only rises";
}

} // namespace
} // namespace heddle::model
