// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "explore/access_patterns.h"

namespace heddle::explore {
namespace {

std::array<abi::SiteRecord, 64> sites;

constexpr std::uintptr_t kX = 0x1000;
constexpr std::uintptr_t kY = 0x2000;

// Traces in shorthand: "Rx Wy (a Rx a) | Wx" where `(a` takes lock a and `a)` gives it back, `[a` and `a]` as a
// reader; `|` begins another call. Each access has a site of its own.
LaneTrace traceOf(std::string_view text, unsigned firstSite = 0) {
  LaneTrace trace;
  std::vector<HeldSpan> held;
  std::uint32_t spans = 0;
  std::uint32_t call = 0;
  unsigned site = firstSite;
  for (std::size_t at = 0; at + 1 < text.size() + 1; at += 3) {
    std::string_view word = text.substr(at, 2);
    if (word[0] == '(' || word[0] == '[') {
      held.push_back({static_cast<std::uintptr_t>(word[1]), ++spans, word[0] == '['});
    } else if (word[1] == ')' || word[1] == ']') {
      std::erase_if(held, [&](const HeldSpan& span) {
        return span.lock == static_cast<std::uintptr_t>(word[0]);
      });
    } else if (word[0] == '|') {
      ++call;
      continue;
    } else {
      trace.accesses.push_back({.site = &sites[site++],
                                .address = word[1] == 'x' ? kX : kY,
                                .size = 4,
                                .reads = word[0] != 'W',
                                .writes = word[0] != 'R',
                                .call = call,
                                .occurrence = 0,
                                .held = static_cast<std::uint32_t>(trace.heldSets.size() - 1)});
      continue;
    }
    trace.heldSets.push_back(held);
  }
  return trace;
}

std::vector<unsigned> rows(std::string_view one, std::string_view other) {
  LaneTrace a = traceOf(one);
  LaneTrace b = traceOf(other, 32);
  std::vector<unsigned> result;
  for (const AccessPattern& pattern : predictPatterns(a, b, 1000))
    result.push_back(pattern.row);
  std::ranges::sort(result);
  return result;
}

using Rows = std::vector<unsigned>;

TEST(AccessPatterns, EachRowOverOneVariable) {
  EXPECT_EQ(rows("Rx Rx", "Wx"), (Rows{4}));
  EXPECT_EQ(rows("Wx Rx", "Wx"), (Rows{5}));
  EXPECT_EQ(rows("Wx Wx", "Rx"), (Rows{6}));
  EXPECT_EQ(rows("Rx Wx", "Wx"), (Rows{7}));
  EXPECT_EQ(rows("Wx Wx", "Wx"), (Rows{8}));
}

TEST(AccessPatterns, SerialisableOnesAreNone) {
  EXPECT_EQ(rows("Rx Wx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Wx Rx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Rx Rx", "Rx"), (Rows{}));
  EXPECT_EQ(rows("Wx", "Wx"), (Rows{}));
}

// Each pair of lanes takes both parts: what is row 12 for one is row 14 for the other.
TEST(AccessPatterns, RowsOverTwoVariables) {
  EXPECT_EQ(rows("Wx Wy", "Wx Wy"), (Rows{9, 9}));
  EXPECT_EQ(rows("Wx Wy", "Wy Wx"), (Rows{10, 10, 11, 11}));
  EXPECT_EQ(rows("Wx Wy", "Rx Ry"), (Rows{12, 14}));
  EXPECT_EQ(rows("Wx Wy", "Ry Rx"), (Rows{13, 15, 16, 17}));
}

TEST(AccessPatterns, TheStepsOfRowElevenAlternate) {
  LaneTrace a = traceOf("Wx Wy");
  LaneTrace b = traceOf("Wy Wx", 32);
  for (const AccessPattern& pattern : predictPatterns(a, b, 1000)) {
    if (pattern.row != 11 || pattern.steps[0].lane != 0)
      continue;
    EXPECT_EQ(pattern.steps[0], (PatternStep{0, 0}));
    EXPECT_EQ(pattern.steps[1], (PatternStep{1, 0}));
    EXPECT_EQ(pattern.steps[2], (PatternStep{0, 1}));
    EXPECT_EQ(pattern.steps[3], (PatternStep{1, 1}));
  }
}

TEST(AccessPatterns, DifferentCallsFormNoPattern) {
  EXPECT_EQ(rows("Rx |  Rx", "Wx"), (Rows{}));
}

TEST(AccessPatterns, ACommonLockMakesItInfeasible) {
  EXPECT_EQ(rows("(a Rx Rx a)", "(a Wx a)"), (Rows{}));
  EXPECT_EQ(rows("(a Wx Wy a)", "(a Rx Ry a)"), (Rows{}));
}

TEST(AccessPatterns, TwoCriticalSectionsOfOneLockLeaveAGap) {
  EXPECT_EQ(rows("(a Rx a) (a Rx a)", "(a Wx a)"), (Rows{4}));
}

TEST(AccessPatterns, DifferentLocksDoNotHelp) {
  EXPECT_EQ(rows("(a Rx Rx a)", "(b Wx b)"), (Rows{4}));
}

TEST(AccessPatterns, ReadersDoNotKeepReadersOut) {
  EXPECT_EQ(rows("[a Rx Rx a]", "[a Wx a]"), (Rows{4}));
  EXPECT_EQ(rows("[a Rx Rx a]", "(a Wx a)"), (Rows{}));
}

// The other lane holds the lock over both of its steps, between which the first lane's second step comes.
TEST(AccessPatterns, TheLockMayBeTheOtherLanes) {
  Rows without = rows("Wx Wy", "(a Wy Wx a)");
  EXPECT_EQ(without, (Rows{10, 10, 11, 11}));
  EXPECT_EQ(rows("(a Wx a) (a Wy a)", "(a Wy Wx a)"), (Rows{10}));
}

TEST(AccessPatterns, EachCombinationOfSitesOnce) {
  LaneTrace a = traceOf("Rx Rx");
  LaneTrace b = traceOf("Wx Wx Wx", 32);
  for (LaneAccess& access : b.accesses)
    access.site = &sites[32];
  std::vector<AccessPattern> patterns = predictPatterns(a, b, 1000);
  EXPECT_EQ(std::ranges::count(patterns, 4u, &AccessPattern::row), 1);
}

TEST(AccessPatterns, ACopyOfSeveralVariablesOverlapsThemAll) {
  LaneTrace a = traceOf("Wx Wx");
  LaneTrace b = traceOf("Rx", 32);
  b.accesses[0].address = kX - 16;
  b.accesses[0].size = 64;
  EXPECT_EQ(predictPatterns(a, b, 1000).size(), 1u);
}

TEST(AccessPatterns, NoMoreThanAskedFor) {
  EXPECT_EQ(predictPatterns(traceOf("Wx Wx Wx Wx"), traceOf("Wx Wx", 32), 3).size(), 3u);
}

TEST(AreIndependent, WithoutACommonWrite) {
  EXPECT_TRUE(areIndependent(traceOf("Rx Wy"), traceOf("Rx Rx", 32)));
  EXPECT_FALSE(areIndependent(traceOf("Rx Wy"), traceOf("Ry", 32)));
}

TEST(AreIndependent, NotWithTwoCommonLocksOrAnotherObject) {
  LaneTrace one;
  LaneTrace other;
  one.locks = other.locks = {1};
  EXPECT_TRUE(areIndependent(one, other));
  one.locks = other.locks = {1, 2};
  EXPECT_FALSE(areIndependent(one, other));
  other.locks.clear();
  EXPECT_TRUE(areIndependent(one, other));
  one.otherObjects = other.otherObjects = {3};
  EXPECT_FALSE(areIndependent(one, other));
}

} // namespace
} // namespace heddle::explore
