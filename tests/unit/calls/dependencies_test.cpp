// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "calls/dependencies.h"
#include "summaries.h"

namespace heddle::calls {
namespace {

constexpr unsigned kSet = 1, kGet = 2, kReset = 3, kName = 4, kLockedSet = 5, kMerge = 6;
constexpr std::size_t kOperations = 8; // the constructor first; there is no summary of the last

model::ClassSummary summary() {
  model::ClassSummary summary{.className = "Machine", .methods = {}, .notes = {}};
  summary.methods = {summaryOf(kSet - 1, {}, {"value"}),
                     summaryOf(kGet - 1, {"value"}, {}),
                     summaryOf(kReset - 1, {}, {"value"}),
                     summaryOf(kName - 1, {"name"}, {}),
                     summaryOf(kLockedSet - 1, {"size"}, {"size"}, {ownLock("mutex")}),
                     summaryOf(kMerge - 1, {"size"}, {"size"}, {ownLock("mutex")})};
  summary.methods.back().doubleLocks = {{.outer = ownLock("mutex"), .inner = lockOfOther("mutex")}};
  return summary;
}

TEST(Dependencies, ReadersOfWhatIsWrittenPromiseMoreThanWriters) {
  Dependencies dependencies(summary(), kOperations);
  EXPECT_EQ(dependencies.promise(kSet, kGet), Promise::Reads);
  EXPECT_EQ(dependencies.promise(kGet, kSet), Promise::Reads);
  EXPECT_EQ(dependencies.promise(kSet, kReset), Promise::Writes);
  EXPECT_EQ(dependencies.promise(kMerge, kMerge), Promise::Deadlock);
  EXPECT_LT(Promise::Deadlock, Promise::Reads);
  EXPECT_LT(Promise::Reads, Promise::Writes);
}

TEST(Dependencies, PrunesWhatIsApartInMemoryOrByALock) {
  Dependencies dependencies(summary(), kOperations);
  EXPECT_TRUE(dependencies.isPruned(kGet, kGet));
  EXPECT_TRUE(dependencies.isPruned(kSet, kName));
  EXPECT_TRUE(dependencies.isPruned(kLockedSet, kLockedSet));
  EXPECT_FALSE(dependencies.isPruned(kSet, kSet));
}

TEST(Dependencies, WhatHasNoSummaryIsNeverPruned) {
  Dependencies dependencies(summary(), kOperations);
  EXPECT_EQ(dependencies.promise(kName, 7), Promise::Unknown);
  EXPECT_TRUE(dependencies.changesStateFor(kName, 7));
  Dependencies nothing(kOperations);
  EXPECT_FALSE(nothing.areKnown());
  EXPECT_FALSE(nothing.isPruned(kGet, kGet));
  EXPECT_TRUE(nothing.changesStateFor(kGet, kGet));
}

TEST(Dependencies, AClassThatStartsThreadsIsNotPruned) {
  model::ClassSummary threads = summary();
  threads.startsThreads = true;
  Dependencies dependencies(threads, kOperations);
  EXPECT_EQ(dependencies.promise(kGet, kGet), Promise::Unknown);
  EXPECT_EQ(dependencies.promise(kSet, kGet), Promise::Reads);
}

TEST(Dependencies, KnowsWhichCallsPrepareAStateForAnother) {
  Dependencies dependencies(summary(), kOperations);
  EXPECT_TRUE(dependencies.changesStateFor(kSet, kGet));
  EXPECT_FALSE(dependencies.changesStateFor(kGet, kSet));
  EXPECT_FALSE(dependencies.changesStateFor(kSet, kName));
}

TEST(Dependencies, MemoryThatIsNotKnownMeetsEverything) {
  model::ClassSummary unsure = summary();
  unsure.methods[kName - 1].writes = locations({"*"});
  Dependencies dependencies(unsure, kOperations);
  EXPECT_TRUE(dependencies.changesStateFor(kName, kGet));
  EXPECT_FALSE(dependencies.changesStateFor(kName, kSet)); // which reads nothing
}

TEST(Dependencies, RestoredPairsComeBack) {
  Dependencies dependencies(summary(), kOperations);
  // With itself, set, get, reset, the locked one and merge; the constructor and the last have no summary.
  EXPECT_EQ(dependencies.restore(kName), 6u);
  EXPECT_EQ(dependencies.promise(kName, kGet), Promise::Unknown);
  EXPECT_TRUE(dependencies.isPruned(kGet, kGet));
  EXPECT_EQ(dependencies.version(), 1u);
  EXPECT_EQ(dependencies.restore(kName), 0u);
  EXPECT_EQ(dependencies.version(), 1u);
  EXPECT_GT(dependencies.restoreAll(), 0u);
  EXPECT_FALSE(dependencies.isPruned(kGet, kGet));
}

} // namespace
} // namespace heddle::calls
