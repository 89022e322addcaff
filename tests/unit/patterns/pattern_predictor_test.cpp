// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "patterns/pattern_predictor.h"
#include "trace_text.h"

namespace heddle::patterns {
namespace {

using trace::threadAccesses;
using trace::traceFromText;

const PatternPredictor::Options kRegions{.pairs = false};

std::vector<AccessPattern> patternsOf(std::string_view text,
                                      const PatternPredictor::Options& options = kRegions) {
  return PatternPredictor(options).predict(threadAccesses(traceFromText(text)));
}

std::vector<unsigned> rowsOf(const std::vector<AccessPattern>& patterns) {
  std::vector<unsigned> result;
  for (const AccessPattern& pattern : patterns)
    result.push_back(pattern.row);
  std::ranges::sort(result);
  return result;
}

// The rows for two threads: the first as in trace_text.h without its number, then the second.
std::vector<unsigned> rows(std::string_view one, std::string_view other) {
  std::string text;
  for (auto [thread, words] : {std::pair('1', one), std::pair('2', other)}) {
    std::istringstream in{std::string(words)};
    for (std::string word; in >> word;)
      text += std::string(1, thread) + word + ' ';
  }
  return rowsOf(patternsOf(text));
}

using Rows = std::vector<unsigned>;

TEST(PatternPredictor, EachRowOverOneVariable) {
  EXPECT_EQ(rows("Rx Rx", "Wx"), (Rows{4}));
  EXPECT_EQ(rows("Wx Rx", "Wx"), (Rows{5}));
  EXPECT_EQ(rows("Wx Wx", "Rx"), (Rows{6}));
  EXPECT_EQ(rows("Rx Wx", "Wx"), (Rows{7}));
  EXPECT_EQ(rows("Wx Wx", "Wx"), (Rows{8}));
}

TEST(PatternPredictor, SerialisableOnesAreNone) {
  EXPECT_EQ(rows("Rx Wx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Wx Rx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Rx Rx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Wx", "Wx"), (Rows{}));
}

// Each pair of threads takes both roles: what is row 12 for one is row 14 for the other.
TEST(PatternPredictor, RowsOverTwoVariables) {
  EXPECT_EQ(rows("Wx Wy", "Wx Wy"), (Rows{9, 9}));
  EXPECT_EQ(rows("Wx Wy", "Wy Wx"), (Rows{10, 10, 11, 11}));
  EXPECT_EQ(rows("Wx Wy", "Rx Ry"), (Rows{12, 14}));
  EXPECT_EQ(rows("Wx Wy", "Ry Rx"), (Rows{13, 15, 16, 17}));
}

TEST(PatternPredictor, TheStepsOfRowElevenAlternate) {
  for (const AccessPattern& pattern : patternsOf("1Wx 1Wy 2Wy 2Wx")) {
    if (pattern.row != 11)
      continue;
    ASSERT_EQ(pattern.steps.size(), 4u);
    EXPECT_EQ(pattern.steps[0].thread, pattern.steps[2].thread);
    EXPECT_EQ(pattern.steps[1].thread, pattern.steps[3].thread);
    EXPECT_NE(pattern.steps[0].thread, pattern.steps[1].thread);
    EXPECT_EQ(pattern.steps[0].place, pattern.steps[3].place);
    EXPECT_EQ(pattern.steps[1].place, pattern.steps[2].place);
  }
}

// ---- rules that are switched off

std::vector<unsigned> rowsWithout(model::PatternRule rule, std::string_view text) {
  PatternPredictor::Options options = kRegions;
  options.rules.set(rule, false);
  return rowsOf(patternsOf(text, options));
}

// One thread reads x and writes y, the other writes x and reads y: no row of the table.
TEST(PatternPredictor, WithoutTheRuleOrdersThatAreNoRowArePredicted) {
  const char* text = "1Rx 1Wy 2Wx 2Ry";
  EXPECT_EQ(rowsOf(patternsOf(text)), (Rows{}));
  EXPECT_EQ(rowsWithout(model::PatternRule::NonDefined, text), (Rows{0, 0}));
}

TEST(PatternPredictor, WithoutTheRuleLocksDoNotMatter) {
  const char* text = "1(a 1Rx 1Rx 1)a 2(a 2Wx 2)a";
  EXPECT_EQ(rowsOf(patternsOf(text)), (Rows{}));
  EXPECT_EQ(rowsWithout(model::PatternRule::HappensBefore, text), (Rows{4}));
}

// The second read is between the first and the third.
TEST(PatternPredictor, WithoutTheRuleStepsNeedNotBeConsecutive) {
  const char* text = "1Rx 1Rx 1Rx 2Wx";
  EXPECT_EQ(rowsOf(patternsOf(text)), (Rows{4, 4}));
  EXPECT_EQ(rowsWithout(model::PatternRule::Interrupted, text), (Rows{4, 4, 4}));
}

TEST(PatternPredictor, OwnReadsDoNotInterruptPatternsWithReads) {
  EXPECT_EQ(rows("Wx Rx Wx", "Rx"), (Rows{6}));
  EXPECT_EQ(rows("Wx Ry Wy", "Rx Ry"), (Rows{12, 14}));
}

TEST(PatternPredictor, DifferentCallsFormNoPattern) {
  EXPECT_EQ(rows("{0 Rx }0 {1 Rx }1", "{0 Wx }0"), (Rows{}));
  EXPECT_EQ(rows("{0 Rx Rx }0", "{0 Wx }0"), (Rows{4}));
}

TEST(PatternPredictor, ACommonLockMakesItInfeasible) {
  EXPECT_EQ(rows("(a Rx Rx )a", "(a Wx )a"), (Rows{}));
  EXPECT_EQ(rows("(a Wx Wy )a", "(a Rx Ry )a"), (Rows{}));
}

TEST(PatternPredictor, TwoCriticalSectionsOfOneLockLeaveAGap) {
  EXPECT_EQ(rows("(a Rx )a (a Rx )a", "(a Wx )a"), (Rows{4}));
}

TEST(PatternPredictor, DifferentLocksDoNotHelp) {
  EXPECT_EQ(rows("(a Rx Rx )a", "(b Wx )b"), (Rows{4}));
}

TEST(PatternPredictor, ReadersDoNotKeepReadersOut) {
  EXPECT_EQ(rows("[a Rx Rx ]a", "[a Wx ]a"), (Rows{4}));
  EXPECT_EQ(rows("[a Rx Rx ]a", "(a Wx )a"), (Rows{}));
}

// The other thread holds the lock over both of its steps, and the first thread's second step is between them.
TEST(PatternPredictor, TheLockMayBeTheOtherThreads) {
  EXPECT_EQ(rows("Wx Wy", "(a Wy Wx )a"), (Rows{10, 10, 11, 11}));
  EXPECT_EQ(rows("(a Wx )a (a Wy )a", "(a Wy Wx )a"), (Rows{10}));
}

TEST(PatternPredictor, AWaitLetsOthersIn) {
  EXPECT_EQ(rows("(m Rx Zcm Yc Rx )m", "(m Wx )m"), (Rows{4}));
}

TEST(PatternPredictor, EachCombinationOfSitesOnce) {
  std::vector<AccessPattern> patterns = patternsOf("1Rx 1Rx 2Wx@1 2Wx@1 2Wx@1");
  EXPECT_EQ(std::ranges::count(patterns, 4u, &AccessPattern::row), 1);
}

TEST(PatternPredictor, TheSameSiteWithAndWithoutALockIsTwoCases) {
  EXPECT_EQ(rowsOf(patternsOf("1(m 1Rx 1Rx 1)m 2(m 2Wx@1 2)m 2Wx@1")), (Rows{4, 6, 6}));
}

TEST(PatternPredictor, EqualThreadsAreNoMoreWork) {
  std::string text;
  for (char thread = '1'; thread <= '9'; ++thread)
    for (const char* word : {"Rx@1 ", "Wx@2 "})
      text += std::string(1, thread) + word;
  std::vector<AccessPattern> patterns = patternsOf(text);
  EXPECT_EQ(rowsOf(patterns), (Rows{7, 7})); // the threads can change roles
  EXPECT_EQ(patterns[0].key, patterns[1].key);
}

TEST(PatternPredictor, ACopyOfSeveralVariablesOverlapsThemAll) {
  EXPECT_EQ(rowsOf(patternsOf("1Wx 1Wx 2R8x")), (Rows{6}));
}

TEST(PatternPredictor, NoMoreThanAskedFor) {
  EXPECT_EQ(patternsOf("1Wx 1Wx 1Wx 1Wx 2Wx 2Wx", {.pairs = false, .mostPatterns = 3}).size(), 3u);
}

TEST(PatternPredictor, NothingIsPredictedTwice) {
  PatternPredictor predictor(kRegions);
  auto profiles = threadAccesses(traceFromText("1Rx 1Rx 2Wx"));
  EXPECT_EQ(predictor.predict(profiles).size(), 1u);
  EXPECT_EQ(predictor.predict(profiles).size(), 0u);
}

TEST(PatternPredictor, FreeingIsAWriteOfAllThatTheBlockHolds) {
  // The block that begins at x ends before y.
  std::vector<AccessPattern> patterns = patternsOf("1Rx 1Rx 2ry 2U8x");
  ASSERT_EQ(rowsOf(patterns), (Rows{4}));
  EXPECT_EQ(patterns[0].steps[1].place,
            trace::addressOf('y')); // where the thread can be stopped before it
}

TEST(PatternPredictor, FreeingABlockDoesNotMakeItOneVariable) {
  EXPECT_EQ(rows("Wx Wy", "Rx Ry U9x"), (Rows{7, 12, 14}));
}

// ---- programs ---------------------------------------------------------------------------------------------

TEST(PatternPredictor, PairsComeInTheOrderThatWasNotSeen) {
  trace::ExecutionTrace trace = traceFromText("1Wx 2Rx");
  PatternPredictor predictor({.pairs = true});
  predictor.observe(trace);
  std::vector<AccessPattern> patterns = predictor.predict(threadAccesses(trace));
  ASSERT_EQ(rowsOf(patterns), (Rows{1}));
  EXPECT_EQ(patterns[0].steps[0].thread, 2);
  EXPECT_EQ(patterns[0].steps[1].thread, 1);
}

TEST(PatternPredictor, PairsUnderALockCanBeReversed) {
  trace::ExecutionTrace trace = traceFromText("1(m 1Wx 1)m 2(m 2Wx 2)m");
  PatternPredictor predictor({.pairs = true});
  predictor.observe(trace);
  std::vector<AccessPattern> patterns = predictor.predict(threadAccesses(trace));
  ASSERT_EQ(rowsOf(patterns), (Rows{3}));
  EXPECT_EQ(patterns[0].steps[0].locks, (std::vector<std::uintptr_t>{trace::addressOf('m')}));
}

// Only the order that holds anyway is possible, and it has been seen.
TEST(PatternPredictor, CreatingAndJoiningOrderPairs) {
  trace::ExecutionTrace trace = traceFromText("0Wx 0+1 1Rx 0-1 0Wx");
  PatternPredictor predictor({.pairs = true});
  predictor.observe(trace);
  EXPECT_TRUE(predictor.predict(threadAccesses(trace)).empty());
}

TEST(PatternPredictor, WhatMainDoesBetweenCreatingAndJoiningIsConcurrent) {
  EXPECT_EQ(rowsOf(patternsOf("0+1 0Rx 0Rx 1Wx 0-1")), (Rows{4}));
  // Before the first read, between the two, and between the second and the join.
  EXPECT_EQ(rowsOf(patternsOf("0Wx 0+1 0Rx 0Rx 1Wx 0-1 0Rx")), (Rows{4, 4, 5}));
}

TEST(PatternPredictor, AThreadThatStartsAfterAnotherEndedMeetsItNowhere) {
  EXPECT_TRUE(patternsOf("0+1 1Rx 1Rx 0-1 0+2 2Wx 0-2", {.pairs = false}).empty());
}

TEST(PatternPredictor, ProfilesMayComeFromDifferentExecutions) {
  // The thread that comes second finds nothing to do.
  auto first = threadAccesses(traceFromText("1Rx@1 1Wx@2 2Rx@1"));
  auto second = threadAccesses(traceFromText("2Rx@1 2Wx@2 1Rx@1"));
  PatternPredictor predictor(kRegions);
  EXPECT_TRUE(predictor.predict(first).empty());
  EXPECT_EQ(rowsOf(predictor.predict({first[1], second[2]})), (Rows{7, 7}));
}

} // namespace
} // namespace heddle::patterns
