// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "report/search_notes.h"

namespace heddle::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

model::RunResult settled(const std::string& strategy, std::uint64_t searches) {
  model::RunResult result;
  result.stats.strategy = strategy;
  result.stats.searchesSettled = searches;
  return result;
}

TEST(SearchNotes, AnOrdinarySearchHasNone) {
  EXPECT_THAT(searchNotes(settled("random", 0)), IsEmpty());
}

TEST(SearchNotes, ASettledSearchSaysSo) {
  EXPECT_THAT(searchNotes(settled("pcr", 1)), ElementsAre("all patterns covered or infeasible"));
}

// The jobs share the search of a program.
TEST(SearchNotes, AProgramIsSettledWhenAllJobsAre) {
  model::RunResult result = settled("pcr", 1);
  result.stats.jobs = 2;
  EXPECT_THAT(searchNotes(result), IsEmpty());
  result.stats.searchesSettled = 2;
  EXPECT_THAT(searchNotes(result), ElementsAre("all patterns covered or infeasible"));
}

TEST(SearchNotes, TestsOfAClassAreCounted) {
  model::RunResult result = settled("pcr", 3);
  result.stats.tests = 5;
  result.coverage.emplace();
  EXPECT_THAT(searchNotes(result),
              ElementsAre("all patterns covered or infeasible in 3 of 5 tests"));
}

TEST(SearchNotes, ASearchByValueSchedulesSaysHowManyThereWere) {
  model::RunResult result = settled("values", 0);
  result.stats.valueSchedules = 34;
  result.stats.backtrackingPoints = 12;
  EXPECT_THAT(searchNotes(result), ElementsAre("34 value schedules, 12 backtracking points"));
}

TEST(SearchNotes, StaticAnalysisSaysWhatItAssumed) {
  model::RunResult result = settled("values", 0);
  result.stats.analysedNodes = 300;
  result.stats.analysisMicroseconds = 420;
  result.stats.pairsReadWrite = 5;
  result.stats.pairsLockLock = 2;
  const std::string pairs =
      "static analysis: 7 pairs of accesses that may conflict (5 of memory, 2 of locks, 0 of "
      "waits), 0.4 ms";
  EXPECT_THAT(searchNotes(result), ElementsAre(pairs, "static analysis assumed nothing"));
  result.stats.assumedFunctions = 2;
  result.stats.assumedLocks = 1;
  result.stats.coarseAnalyses = 1;
  EXPECT_THAT(
      searchNotes(result),
      ElementsAre(pairs,
                  "static analysis assumed the worst about 2 functions, 1 lock, and ignored "
                  "locks: the program is large"));
}

} // namespace
} // namespace heddle::report
