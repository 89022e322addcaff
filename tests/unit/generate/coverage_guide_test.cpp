// SPDX-License-Identifier: Apache-2.0
// Guides over simulated classes, run by the engine's interface.
#include <gtest/gtest.h>

#include <memory>

#include "calls/engine_runner.h"
#include "generate/coverage_guide.h"
#include "generate/random_guide.h"
#include "simple_classes.h"

namespace heddle::generate {
namespace {

using explore::Class;
using explore::Op;

bool never() {
  return false;
}

class GuideTest : public testing::Test {
protected:
  void load(const Class& description) {
    explore::load(description);
    catalogue_ = std::make_unique<calls::CallCatalogue>(*runtime::classTable());
    engine_ = std::make_unique<calls::EngineRunner>(*catalogue_, runtime::Options{});
    behaviour_ = std::make_unique<calls::Behaviour>(*engine_, true);
    roots_ = findRoots(*catalogue_, *engine_, *behaviour_).usable;
  }
  CoverageGuide guide() { return {*catalogue_, *engine_, *behaviour_, roots_, GuideOptions{}}; }

  std::unique_ptr<calls::CallCatalogue> catalogue_;
  std::unique_ptr<calls::EngineRunner> engine_;
  std::unique_ptr<calls::Behaviour> behaviour_;
  std::vector<calls::Root> roots_;
};

// `open` needs three calls before `use` behaves in another way.
Class deepState() {
  return {{{.name = "open", .steps = {{Op::Add, 0, 1}}},
           {.name = "use", .steps = {{Op::Load, 0}, {Op::SkipUnless, 0, 3}, {Op::Load, 1}}}}};
}

TEST_F(GuideTest, ASequenceIsFoundThatCoversEveryMethod) {
  load(explore::atomicCounter());
  CoverageGuide guide = this->guide();
  std::optional<calls::CallSequence> sequence = guide.next(never);
  ASSERT_TRUE(sequence);
  EXPECT_EQ(sequence->steps.size(), 2u) << "increment and get";
  EXPECT_EQ(guide.callTraces(), 2u);
}

TEST_F(GuideTest, ABranchBehindThreeCallsIsReached) {
  load(deepState());
  CoverageGuide guide = this->guide();
  while (guide.next(never)) {
  }
  EXPECT_EQ(guide.callTraces(), 3u);
}

TEST_F(GuideTest, SequencesEndWhenNothingNewIsCovered) {
  load(explore::atomicCounter());
  CoverageGuide guide = this->guide();
  unsigned sequences = 0;
  while (std::optional<calls::CallSequence> sequence = guide.next(never)) {
    EXPECT_GT(sequence->improvement, 0u);
    ++sequences;
  }
  EXPECT_EQ(sequences, 1u);
}

TEST_F(GuideTest, IsToldToStop) {
  load(explore::atomicCounter());
  EXPECT_FALSE(guide().next([] { return true; }));
}

TEST_F(GuideTest, TestsOfTheRandomGuideDependOnTheSeedAlone) {
  auto firstTests = [&](std::uint64_t seed) {
    load(deepState());
    RandomGuide guide(*catalogue_, *behaviour_, roots_, seed);
    std::vector<std::vector<std::vector<calls::CallId>>> tests;
    for (int i = 0; i < 10; ++i)
      tests.push_back(guide.next(never)->suffixes);
    return tests;
  };
  EXPECT_EQ(firstTests(1), firstTests(1));
  EXPECT_NE(firstTests(1), firstTests(2));
}

} // namespace
} // namespace heddle::generate
