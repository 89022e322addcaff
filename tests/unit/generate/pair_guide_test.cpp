// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string>

#include "call_machine.h"
#include "generate/pair_guide.h"
#include "summaries.h"
#include "support/hash.h"

namespace heddle::generate {
namespace {

// Every call returns and leaves another state, but for those of one operation.
class ReturningCalls final : public calls::SequenceRunner {
public:
  explicit ReturningCalls(const calls::CallCatalogue& catalogue) : catalogue_(catalogue) {}

  calls::SoloCall run(const calls::Path& path, std::uint64_t state, calls::CallId next) override {
    bool fails = catalogue_.call(next).operation == failing;
    return {.outcome = fails ? calls::CallOutcome::Failed : calls::CallOutcome::Returned,
            .coverage = next,
            .state = Hasher().add(state).add(path.size()).add(next).value()};
  }

  unsigned failing = ~0u;

private:
  const calls::CallCatalogue& catalogue_;
};

constexpr std::array<std::uint16_t, 1> kObjects = {2}; // the peer, the object itself

unsigned writeLink(const abi::Call& call, char* out, unsigned capacity) {
  int written = std::snprintf(out, capacity, "$0.link(%s)", call.choices[0] == 0 ? "$1" : "$0");
  return static_cast<unsigned>(written);
}

// set and get share `value`, count and size are locked, link(other) takes two locks.
class LinkedClass : public testing::Test {
protected:
  static constexpr unsigned kSet = 1, kGet = 2, kCount = 3, kSize = 4, kLink = 5;

  LinkedClass()
      : names_(5), catalogue_(names_.table()), engine_(catalogue_), dependencies_(summary(), 6) {
    abi::Operation& link = names_.method(kLink - 1);
    link.parameterCount = 1;
    link.choiceCounts = kObjects.data();
    link.write = writeLink;
    roots_ = {{.construction = catalogue_.constructions(1).front(), .state = 1}};
  }

  static model::ClassSummary summary() {
    model::ClassSummary summary{.className = "Machine", .methods = {}, .notes = {}};
    summary.methods = {calls::summaryOf(0, {}, {"value"}),
                       calls::summaryOf(1, {"value"}, {}),
                       calls::summaryOf(2, {"items"}, {"items"}, {calls::ownLock("mutex")}),
                       calls::summaryOf(3, {"items"}, {}, {calls::ownLock("mutex")}),
                       calls::summaryOf(4, {"items"}, {"items"}, {calls::ownLock("mutex")})};
    summary.methods.back().doubleLocks = {
        {.outer = calls::ownLock("mutex"), .inner = calls::lockOfOther("mutex")}};
    return summary;
  }

  PairGuide guideFor(PairGuide::Targets targets, std::uint64_t seed = 1) {
    return {catalogue_, engine_, roots_, dependencies_, seed, targets};
  }

  std::vector<PlannedTest> take(PairGuide& guide, std::size_t most) {
    std::vector<PlannedTest> tests;
    while (tests.size() < most) {
      std::optional<PlannedTest> test = guide.next([] { return false; });
      if (!test)
        break;
      tests.push_back(std::move(*test));
    }
    return tests;
  }

  MethodPair pairOf(const PlannedTest& test) const {
    std::uint16_t first = catalogue_.call(test.suffixes[0][0]).operation;
    std::uint16_t second = catalogue_.call(test.suffixes[1][0]).operation;
    return {.first = std::min(first, second), .second = std::max(first, second)};
  }

  std::set<MethodPair> pairsOf(const std::vector<PlannedTest>& tests) const {
    std::set<MethodPair> pairs;
    for (const PlannedTest& test : tests)
      pairs.insert(pairOf(test));
    return pairs;
  }

  std::string text(const PlannedTest& test) const {
    return model::toText(catalogue_.test(test.prefix, test.suffixes, {}));
  }

  calls::MachineTable names_;
  calls::CallCatalogue catalogue_;
  ReturningCalls engine_;
  calls::Dependencies dependencies_;
  std::vector<calls::Root> roots_;
};

TEST_F(LinkedClass, CovConRunsAllPairs) {
  PairGuide guide = guideFor(PairGuide::Targets::All);
  std::vector<PlannedTest> tests = take(guide, 60);
  EXPECT_EQ(pairsOf(tests).size(), 15u);
}

TEST_F(LinkedClass, DepConRunsOnlyPairsThatCanFail) {
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  std::set<MethodPair> pairs = pairsOf(take(guide, 40));
  std::set<MethodPair> expected = {{.first = kSet, .second = kSet},
                                   {.first = kSet, .second = kGet},
                                   {.first = kLink, .second = kLink}};
  EXPECT_EQ(pairs, expected);
}

TEST_F(LinkedClass, EveryPairGetsATestOnAFreshObjectAndOneOnAChangedOne) {
  PairGuide guide = guideFor(PairGuide::Targets::All);
  std::vector<PlannedTest> tests = take(guide, 12);
  auto constructions = [&](const PlannedTest& test) {
    return std::ranges::count_if(
        test.prefix, [&](calls::CallId call) { return catalogue_.call(call).operation == 0; });
  };
  for (std::size_t i = 0; i + 1 < tests.size(); i += 2) {
    EXPECT_EQ(pairOf(tests[i]), pairOf(tests[i + 1]));
    EXPECT_EQ(tests[i].prefix.size(), constructions(tests[i]));
    EXPECT_GT(tests[i + 1].prefix.size(), constructions(tests[i + 1]));
    EXPECT_LE(tests[i + 1].prefix.size(), constructions(tests[i + 1]) + 10u);
  }
}

TEST_F(LinkedClass, StateIsChangedForThePair) {
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  for (const PlannedTest& test : take(guide, 40)) {
    if (test.prefix.size() == 1 || pairOf(test).first != kSet)
      continue;
    // Only set writes what get reads.
    EXPECT_TRUE(std::ranges::any_of(test.prefix, [&](calls::CallId call) {
      return catalogue_.call(call).operation == kSet;
    })) << text(test);
  }
}

TEST_F(LinkedClass, NoPrefixWhereNothingChangesWhatThePairReads) {
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  for (const PlannedTest& test : take(guide, 40))
    if (pairOf(test) == MethodPair{.first = kSet, .second = kSet}) {
      EXPECT_EQ(test.prefix.size(), 1u) << text(test); // set reads nothing
    }
}

TEST_F(LinkedClass, DeadlockModeCallsFromBothSides) {
  PairGuide guide = guideFor(PairGuide::Targets::Deadlocks);
  std::vector<PlannedTest> tests = take(guide, 2);
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(text(tests[0]), "0() 0()@1 / 5(0) | 5(0)@1 /");
  EXPECT_EQ(tests[0].shape, Shape::TwoObjects);
}

TEST_F(LinkedClass, DeadlockModePutsTheObjectsIntoEachOther) {
  PairGuide guide = guideFor(PairGuide::Targets::Deadlocks);
  unsigned linked = 0;
  for (const PlannedTest& test : take(guide, 40)) {
    bool mirrored = test.shape == Shape::TwoObjects && test.prefix.size() > 2 &&
                    catalogue_.call(test.suffixes[1][0]).receiver == 1;
    if (!mirrored)
      continue;
    for (std::size_t i = 2; i + 1 < test.prefix.size(); i += 2) {
      EXPECT_EQ(catalogue_.mirrored(test.prefix[i]), test.prefix[i + 1]) << text(test);
      linked += catalogue_.mentionsPeer(test.prefix[i]) ? 1 : 0;
    }
  }
  EXPECT_GT(linked, 0u);
}

TEST_F(LinkedClass, DeadlockModeKnowsOneObjectToo) {
  PairGuide guide = guideFor(PairGuide::Targets::Deadlocks);
  EXPECT_TRUE(std::ranges::any_of(take(guide, 40), [&](const PlannedTest& test) {
    return catalogue_.call(test.suffixes[1][0]).receiver == 0;
  }));
}

TEST_F(LinkedClass, FewPairsThatMayDeadlockComeFirst) {
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  std::vector<PlannedTest> tests = take(guide, 1);
  EXPECT_EQ(pairOf(tests[0]), (MethodPair{.first = kLink, .second = kLink}));
}

TEST_F(LinkedClass, NoTestIsGivenTwiceAndTheSearchEnds) {
  dependencies_ = calls::Dependencies(summary(), 6);
  names_.method(kLink - 1).unsupported = "no";
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  std::vector<PlannedTest> tests = take(guide, 1000);
  std::set<std::string> texts;
  for (const PlannedTest& test : tests)
    texts.insert(text(test));
  EXPECT_EQ(texts.size(), tests.size());
  EXPECT_LT(tests.size(), 1000u);
}

TEST_F(LinkedClass, RestoredPairsBecomeTargets) {
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  take(guide, 6);
  dependencies_.restore(kCount);
  std::set<MethodPair> pairs = pairsOf(take(guide, 60));
  EXPECT_TRUE(pairs.contains({.first = kCount, .second = kSize}));
  EXPECT_FALSE(pairs.contains({.first = kGet, .second = kGet}));
}

TEST_F(LinkedClass, CallsThatFailAloneAreInNoTest) {
  engine_.failing = kSet;
  PairGuide guide = guideFor(PairGuide::Targets::All);
  for (const PlannedTest& test : take(guide, 60)) {
    for (calls::CallId call : test.prefix)
      EXPECT_NE(catalogue_.call(call).operation, kSet);
    EXPECT_NE(pairOf(test).first, kSet);
  }
}

TEST_F(LinkedClass, SameSeedSameTests) {
  auto texts = [&](std::uint64_t seed) {
    PairGuide guide = guideFor(PairGuide::Targets::Kept, seed);
    std::vector<std::string> found;
    for (const PlannedTest& test : take(guide, 30))
      found.push_back(text(test));
    return found;
  };
  EXPECT_EQ(texts(3), texts(3));
  EXPECT_NE(texts(3), texts(4));
}

// Where no two methods can deadlock, but three of them can.
TEST_F(LinkedClass, ThreeMethodsThatTakeLocksInACircleMeet) {
  model::ClassSummary circle = summary();
  circle.methods[0].doubleLocks = {{.outer = calls::ownLock("a"), .inner = calls::ownLock("b")}};
  circle.methods[1].doubleLocks = {{.outer = calls::ownLock("b"), .inner = calls::ownLock("c")}};
  circle.methods[2].doubleLocks = {{.outer = calls::ownLock("c"), .inner = calls::ownLock("a")}};
  dependencies_ = calls::Dependencies(circle, 6);
  ASSERT_EQ(dependencies_.deadlockTriples().size(), 1u);
  for (PairGuide::Targets targets : {PairGuide::Targets::Deadlocks, PairGuide::Targets::Kept}) {
    PairGuide guide = guideFor(targets);
    const std::vector<PlannedTest> tests = take(guide, 40);
    const auto isOfThree = [&](const PlannedTest& test) {
      std::set<unsigned> operations;
      for (const calls::Path& suffix : test.suffixes)
        operations.insert(catalogue_.call(suffix.front()).operation);
      return test.shape == Shape::ThreeLanes &&
             operations == std::set<unsigned>{kSet, kGet, kCount};
    };
    EXPECT_TRUE(std::ranges::any_of(tests, isOfThree));
  }
}

// link(other) reads the other's items without the other's lock: count on that object is what it races with.
TEST_F(LinkedClass, CallsMeetOnTheObjectThatIsTouched) {
  model::ClassSummary forgetful = summary();
  forgetful.methods[kLink - 1].doubleLocks = {};
  forgetful.methods[kLink - 1].others.reads = calls::locations({"items"});
  dependencies_ = calls::Dependencies(forgetful, 6);
  EXPECT_TRUE(dependencies_.meetOnOther(kLink, kCount));
  EXPECT_FALSE(dependencies_.meetOnOther(kSet, kGet));
  PairGuide guide = guideFor(PairGuide::Targets::Kept);
  bool met = false;
  for (const PlannedTest& test : take(guide, 60))
    met = met || (pairOf(test) == MethodPair{.first = kCount, .second = kLink} &&
                  catalogue_.call(test.suffixes[0].front()).receiver !=
                      catalogue_.call(test.suffixes[1].front()).receiver);
  EXPECT_TRUE(met);
}

} // namespace
} // namespace heddle::generate
