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

} // namespace
} // namespace heddle::report
