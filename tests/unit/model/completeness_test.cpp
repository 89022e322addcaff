// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "model/completeness.h"

namespace heddle::model {
namespace {

// A check that did everything there is to do.
Completeness complete() {
  Completeness completeness;
  completeness.tests = completeness.testsExhausted = 3;
  completeness.bounds.preemptions = 2;
  completeness.methods = completeness.methodsTested = 4;
  return completeness;
}

// One fact that is missing, and nothing else.
struct Lack {
  Gap gap;
  Verdict verdict;
  std::function<void(Completeness&)> inflict;
};

const std::vector<Lack>& lacks() {
  static const std::vector<Lack> all = {
      {Gap::TestsNotTried, Verdict::NotFound, [](auto& c) { c.triedAllTests = false; }},
      {Gap::NotExhausted, Verdict::NotFound, [](auto& c) { c.testsExhausted = 2; }},
      {Gap::NotExhausted, Verdict::NotFound, [](auto& c) { c.tests = c.testsExhausted = 0; }},
      {Gap::Omissions, Verdict::NotFound, [](auto& c) { c.testsWithOmissions = 1; }},
      {Gap::CutExecutions, Verdict::NotFound, [](auto& c) { c.cutExecutions = 1; }},
      {Gap::FairExecutions, Verdict::NotFound, [](auto& c) { c.fairExecutions = 1; }},
      {Gap::UnknownOrders, Verdict::NotFound, [](auto& c) { c.testsWithUnknownOrders = 1; }},
      {Gap::SerialFailures, Verdict::NotFound, [](auto& c) { c.testsFailingSerially = 1; }},
      {Gap::ResultsNotCompared, Verdict::NotFound, [](auto& c) { c.methodsNotCompared[0] = 1; }},
      {Gap::ResultsNotCompared, Verdict::NotFound, [](auto& c) { c.methodsNotCompared[3] = 1; }},
      {Gap::NothingObserved, Verdict::NotFound, [](auto& c) { c.nothingObserved = true; }},
      {Gap::MethodsNotDriven, Verdict::NotFound, [](auto& c) { c.methodsNotDriven = 1; }},
      {Gap::MethodsNeverReturned, Verdict::NotFound, [](auto& c) { c.methodsNeverReturned = 1; }},
      {Gap::MethodsPrecompiled, Verdict::NotFound, [](auto& c) { c.methodsPrecompiled = 1; }},
      {Gap::MethodsNotConcurrent, Verdict::NotFound, [](auto& c) { c.methodsNotConcurrent = 1; }},
      {Gap::NothingToTest,
       Verdict::Inconclusive,
       [](auto& c) { c.nothingToTest = NothingToTest::NoMutator; }},
      {Gap::PairsLeftOut, Verdict::NotFound, [](auto& c) { c.pairsLeftOut = 1; }},
      {Gap::Restarts, Verdict::NotFound, [](auto& c) { c.restarts = 1; }},
      {Gap::OtherFindings, Verdict::NotFound, [](auto& c) { c.otherFindings = 1; }},
      {Gap::Unconfirmed, Verdict::Inconclusive, [](auto& c) { c.unconfirmed = 1; }},
      {Gap::GaveUp, Verdict::Inconclusive, [](auto& c) { c.gaveUp = true; }},
      {Gap::Interrupted, Verdict::Inconclusive, [](auto& c) { c.interrupted = true; }},
      {Gap::Unsupported, Verdict::Unsupported, [](auto& c) { c.unsupported = true; }},
  };
  return all;
}

TEST(VerdictOf, NothingMissingIsVerified) {
  EXPECT_TRUE(gapsOf(complete()).empty());
  EXPECT_EQ(verdictOf(complete(), false), Verdict::Verified);
}

TEST(VerdictOf, EachMissingFactAlonePreventsVerified) {
  for (const Lack& lack : lacks()) {
    Completeness completeness = complete();
    lack.inflict(completeness);
    EXPECT_EQ(gapsOf(completeness), std::vector{lack.gap}) << toText(lack.gap);
    EXPECT_EQ(verdictOf(completeness, false), lack.verdict) << toText(lack.gap);
  }
}

TEST(VerdictOf, EveryGapIsTested) {
  std::set<Gap> tested = {Gap::PromiseNotKept, Gap::TimeRanOut}; // below: they come with another
  for (const Lack& lack : lacks())
    tested.insert(lack.gap);
#define HEDDLE_GAP(id, name, verdict, condition) EXPECT_TRUE(tested.contains(Gap::id)) << name;
#include "model/lists/gaps.def"
#undef HEDDLE_GAP
}

TEST(VerdictOf, AnExhaustiveSearchThatEndsEarlyIsInconclusive) {
  Completeness completeness = complete();
  completeness.isExhaustive = true;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Verified);
  completeness.testsExhausted = 0;
  EXPECT_EQ(gapsOf(completeness), (std::vector{Gap::NotExhausted, Gap::PromiseNotKept}));
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Inconclusive);
}

TEST(VerdictOf, TimeOnlyMattersWhereSomethingWasLeftToDo) {
  Completeness completeness = complete();
  completeness.timeLimit = 60;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Verified);
  completeness.testsExhausted = 0;
  EXPECT_EQ(gapsOf(completeness), (std::vector{Gap::NotExhausted, Gap::TimeRanOut}));
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Inconclusive);
}

TEST(VerdictOf, OneInterleavingNeedsNoSearch) {
  Completeness completeness;
  completeness.tests = 1;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::NotFound);
  completeness.hasOneInterleaving = true;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Verified);
  completeness.cutExecutions = 1;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::NotFound);
}

TEST(VerdictOf, AFindingOutranksEverything) {
  Completeness completeness;
  completeness.interrupted = completeness.unsupported = completeness.gaveUp = true;
  EXPECT_EQ(verdictOf(completeness, true), Verdict::Found);
}

TEST(VerdictOf, TheWeakestLinkDecides) {
  Completeness completeness = complete();
  completeness.fairExecutions = 1;
  completeness.unconfirmed = 1;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Inconclusive);
  completeness.unsupported = true;
  EXPECT_EQ(verdictOf(completeness, false), Verdict::Unsupported);
}

TEST(VerdictOf, ADefaultValueClaimsNothing) {
  EXPECT_EQ(verdictOf({}, false), Verdict::NotFound);
}

TEST(Bounds, NarrowToWhatHoldsForBoth) {
  Bounds bounds;
  bounds.narrow({});
  EXPECT_TRUE(bounds.none());
  bounds.narrow({.preemptions = 2, .delays = -1});
  bounds.narrow({.preemptions = 3, .delays = 1});
  EXPECT_EQ(bounds, (Bounds{.preemptions = 2, .delays = 1}));
}

} // namespace
} // namespace heddle::model
