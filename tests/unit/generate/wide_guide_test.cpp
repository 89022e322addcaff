// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "call_machine.h"
#include "generate/wide_guide.h"
#include "summaries.h"
#include "support/hash.h"

namespace heddle::generate {
namespace {

// Every call returns and leaves another state.
class ReturningCalls final : public calls::SequenceRunner {
public:
  calls::SoloCall run(const calls::Path& path, std::uint64_t state, calls::CallId next) override {
    return {.outcome = calls::CallOutcome::Returned,
            .coverage = next,
            .state = Hasher().add(state).add(path.size()).add(next).value()};
  }
};

constexpr std::array<std::uint16_t, 2> kUsual = {3, 3};
constexpr std::array<std::uint16_t, 2> kWide = {8, 8};

// set(low, high) and get share `value`; size shares nothing.
class WideGuideTest : public testing::Test {
protected:
  static constexpr unsigned kSet = 1, kSize = 3;

  WideGuideTest() : names_(3), catalogue_(names_.table()), dependencies_(summary(), 4) {
    abi::Operation& set = names_.method(kSet - 1);
    set.parameterCount = 2;
    set.choiceCounts = kUsual.data();
    set.wideChoiceCounts = kWide.data();
    roots_ = {{.construction = catalogue_.constructions(1).front(), .state = 1}};
  }

  static model::ClassSummary summary() {
    model::ClassSummary summary{.className = "Machine", .methods = {}, .notes = {}};
    summary.methods = {calls::summaryOf(0, {}, {"value"}),
                       calls::summaryOf(1, {"value"}, {}), // get
                       calls::summaryOf(2, {}, {})};
    return summary;
  }

  std::vector<PlannedTest> take(std::size_t count, std::uint64_t seed = 1) {
    WideGuide guide(catalogue_, engine_, roots_, dependencies_, seed);
    std::vector<PlannedTest> tests;
    while (tests.size() < count)
      if (std::optional<PlannedTest> test = guide.next([] { return false; }))
        tests.push_back(std::move(*test));
      else
        break;
    return tests;
  }

  calls::MachineTable names_;
  calls::CallCatalogue catalogue_;
  ReturningCalls engine_;
  calls::Dependencies dependencies_;
  std::vector<calls::Root> roots_;
};

TEST_F(WideGuideTest, CombinesAllValuesOfTwoParameters) {
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const PlannedTest& test : take(2000))
    for (const calls::Path& suffix : test.suffixes)
      for (calls::CallId id : suffix)
        if (const abi::Call& call = catalogue_.call(id); call.operation == kSet)
          seen.emplace(call.choices[0], call.choices[1]);
  EXPECT_EQ(seen.size(), 64u)
      << "less, equal and greater, with values that other guides do not use";
}

TEST_F(WideGuideTest, ShapesTakeTurns) {
  std::set<Shape> shapes;
  std::size_t longest = 0;
  for (const PlannedTest& test : take(200)) {
    shapes.insert(test.shape);
    longest = std::max(longest, test.prefix.size());
  }
  EXPECT_EQ(shapes,
            (std::set{Shape::Pair,
                      Shape::ThreeLanes,
                      Shape::ThreeAndOne,
                      Shape::TwoAgainstOne,
                      Shape::TwoAgainstTwo}));
  EXPECT_GT(longest, 5u);
}

TEST_F(WideGuideTest, FewTestsHaveAPairThatCannotFail) {
  std::size_t quiet = 0;
  for (const PlannedTest& test : take(400))
    quiet += catalogue_.call(test.suffixes[0][0]).operation == kSize &&
                     catalogue_.call(test.suffixes[1][0]).operation == kSize
                 ? 1
                 : 0;
  EXPECT_GT(quiet, 0u);
  EXPECT_LE(quiet, 50u) << "one in eight";
}

TEST_F(WideGuideTest, TheSameSeedGivesTheSameTestsAndNoneTwice) {
  std::vector<PlannedTest> one = take(300), again = take(300);
  std::set<std::uint64_t> keys;
  ASSERT_EQ(one.size(), again.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(keyOf(one[i]), keyOf(again[i]));
    EXPECT_TRUE(keys.insert(keyOf(one[i])).second);
  }
}

TEST_F(WideGuideTest, AClassWithoutAPairThatCanFailIsSoonWidened) {
  model::ClassSummary idle = summary();
  idle.methods[0] = calls::summaryOf(0, {}, {});
  dependencies_ = calls::Dependencies(idle, 4);
  const std::size_t tests = take(2000).size();
  EXPECT_GT(tests, 0u);
  EXPECT_LE(tests, 500u);
}

} // namespace
} // namespace heddle::generate
