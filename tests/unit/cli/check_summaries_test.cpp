// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/check_summaries.h"

namespace heddle::cli {
namespace {

using model::CheckSummary;

// One job of a class with a single method.
CheckSummary job(std::uint64_t tests, model::MessageId problem) {
  CheckSummary summary;
  summary.operations = {
      {.signature = "sell()", .runs = 1, .tests = tests, .problem = {.id = problem}}};
  summary.operations[0].notCompared[0] = 2;
  summary.shapes = {
      {.shape = model::TestShape::Pair, .tests = tests, .executions = 10, .exhausted = true}};
  summary.racesLeftOut = 5;
  summary.pairs = 10;
  summary.pairsPruned = 4;
  summary.pairsLeftOut = tests;
  summary.notes = {{.id = model::MessageId::NotTried}};
  return summary;
}

TEST(CheckSummaries, CountersAreAddedUp) {
  const CheckSummary merged =
      mergeSummaries({toText(job(3, model::MessageId::Throws)), toText(job(4, {}))});
  EXPECT_EQ(merged.operations[0].tests, 7U);
  EXPECT_EQ(merged.operations[0].runs, 2U);
  EXPECT_EQ(merged.operations[0].notCompared[0], 4U);
  EXPECT_EQ(merged.shapes[0].tests, 7U);
  EXPECT_EQ(merged.shapes[0].executions, 20U);
  EXPECT_EQ(merged.racesLeftOut, 10U);
}

TEST(CheckSummaries, WhatOneJobDroveIsDriven) {
  EXPECT_EQ(mergeSummaries({toText(job(3, model::MessageId::Throws)), toText(job(4, {}))})
                .operations[0]
                .problem,
            model::Message());
}

TEST(CheckSummaries, WhatOneJobSawHolds) {
  CheckSummary one = job(3, {});
  CheckSummary other = job(4, {});
  one.operations[0].testsReturned = 1;
  one.changesState = other.tellsStates = true;
  other.testsWithSharing = 2;
  const CheckSummary merged = mergeSummaries({toText(one), toText(other)});
  EXPECT_EQ(merged.operations[0].testsReturned, 1U);
  EXPECT_TRUE(merged.changesState && merged.tellsStates);
  EXPECT_EQ(merged.testsWithSharing, 2U);
}

TEST(CheckSummaries, PairsAreThoseOfTheClass) {
  const CheckSummary merged = mergeSummaries({toText(job(3, {})), toText(job(4, {}))});
  EXPECT_EQ(merged.pairs, 10U);
  EXPECT_EQ(merged.pairsPruned, 4U);
  EXPECT_EQ(merged.pairsLeftOut, 3U);
}

TEST(CheckSummaries, NotesAreSaidOnce) {
  CheckSummary other = job(3, {});
  other.notes = {{.id = model::MessageId::NotTried}, {.id = model::MessageId::NotInTest}};
  EXPECT_EQ(mergeSummaries({toText(job(3, {})), toText(other)}).notes, other.notes);
}

TEST(CheckSummaries, AHarnessThatDiedWroteNothing) {
  EXPECT_EQ(mergeSummaries({"heddle check-sum", toText(job(4, {}))}).shapes[0].tests, 4U);
}

} // namespace
} // namespace heddle::cli
