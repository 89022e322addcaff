// SPDX-License-Identifier: Apache-2.0
// Calls run alone by the engine's interface, over simulated classes.
#include <gtest/gtest.h>

#include <memory>

#include "calls/behaviour.h"
#include "calls/engine_runner.h"
#include "calls/roots.h"
#include "simple_classes.h"

namespace heddle::calls {
namespace {

using explore::Class;
using explore::Op;

class EngineRunnerTest : public testing::Test {
protected:
  void load(const Class& description) {
    explore::load(description);
    catalogue_ = std::make_unique<CallCatalogue>(*runtime::classTable());
    runner_ = std::make_unique<EngineRunner>(*catalogue_, runtime::Options{});
  }
  CallId call(unsigned operation) { return catalogue_->callOf(operation, {}); }
  // Runs the last of these operations after the others.
  SoloCall run(std::vector<unsigned> operations) {
    Path path;
    for (unsigned operation : operations)
      path.push_back(call(operation));
    CallId last = path.back();
    path.pop_back();
    return runner_->run(path, 0, last);
  }

  std::unique_ptr<CallCatalogue> catalogue_;
  std::unique_ptr<EngineRunner> runner_;
};

TEST_F(EngineRunnerTest, ACallGivesItsResultAndTheStateItLeaves) {
  load(explore::atomicCounter());
  SoloCall fresh = run({0});
  SoloCall once = run({0, 1});
  SoloCall twice = run({0, 1, 1});
  EXPECT_EQ(run({0, 1, 1, 2}).value, 2u);
  EXPECT_NE(fresh.state, once.state);
  EXPECT_NE(once.state, twice.state);
  EXPECT_EQ(run({0, 2}).state, fresh.state) << "get changes nothing";
  EXPECT_TRUE(once.cameBack());
}

TEST_F(EngineRunnerTest, CoverageTellsPathsApartAndNotStates) {
  Class branching = explore::atomicCounter();
  branching.methods[1].steps = {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Load, 1}};
  load(branching);
  EXPECT_EQ(run({0, 1}).coverage, run({0, 1, 1}).coverage);
  EXPECT_NE(run({0, 2}).coverage, run({0, 1, 2}).coverage);
  EXPECT_NE(run({0, 1}).coverage, run({0, 2}).coverage);
}

TEST_F(EngineRunnerTest, ACommonBeginningIsRunOnce) {
  load(explore::atomicCounter());
  run({0, 1, 1, 1, 1});
  EXPECT_EQ(explore::executionsResumed(), 0u);
  EXPECT_EQ(run({0, 1, 1, 1, 2}).value, 3u);
  EXPECT_EQ(run({0, 1, 2}).value, 1u);
  EXPECT_EQ(run({0, 2}).value, 0u);
  EXPECT_EQ(explore::executionsResumed(), 3u);
  EXPECT_EQ(runner_->sequences(), 4u);
}

TEST_F(EngineRunnerTest, AnotherLeaseCostsItsCheckpointsAndNothingElse) {
  load(explore::atomicCounter());
  run({0, 1, 1});
  runtime::Lease other;
  EXPECT_EQ(run({0, 1, 2}).value, 1u);
  EXPECT_EQ(explore::executionsResumed(), 0u);
}

TEST_F(EngineRunnerTest, SaysWhatACallDidInsteadOfReturning) {
  load({{{.name = "throw", .steps = {{Op::Throw}}},
         {.name = "block", .steps = {{Op::Lock, 0}, {Op::Lock, 0}}},
         {.name = "fail", .steps = {{Op::Fail}}},
         {.name = "unknown", .steps = {{Op::Unsupported}}},
         {.name = "spin", .steps = {{Op::Load, 0}, {Op::LoopUnless, 0, 1}}}}});
  EXPECT_EQ(run({0, 1}).outcome, CallOutcome::Threw);
  EXPECT_EQ(runner_->lastTrouble().arguments.front(), "std::runtime_error");
  EXPECT_EQ(run({0, 2}).outcome, CallOutcome::Blocked);
  EXPECT_EQ(run({0, 3}).outcome, CallOutcome::Failed);
  EXPECT_EQ(run({0, 4}).outcome, CallOutcome::Unsupported);
  EXPECT_EQ(run({0, 5}).outcome, CallOutcome::Endless);
  EXPECT_EQ(runner_->trouble(5), runner_->lastTrouble());
  EXPECT_EQ(
      runner_->trouble(3),
      model::wrap(model::MessageId::FailsAlone, {}, {.id = model::MessageId::AssertionFailed}));
}

TEST_F(EngineRunnerTest, ACallOnAnObjectThatWasNotMadeIsRefused) {
  load(explore::atomicCounter());
  EXPECT_EQ(runner_->run({call(0)}, 0, catalogue_->mirrored(call(1))).outcome,
            CallOutcome::Refused);
}

TEST_F(EngineRunnerTest, RootsAreTheStatesThatConstructorsLeave) {
  load(explore::atomicCounter());
  Behaviour behaviour(*runner_, true);
  Roots roots = findRoots(*catalogue_, *runner_, behaviour);
  ASSERT_EQ(roots.usable.size(), 1u);
  EXPECT_EQ(roots.usable[0].construction, call(0));
  EXPECT_EQ(roots.usable[0].state, run({0}).state);
  EXPECT_TRUE(roots.problem.empty());
}

TEST_F(EngineRunnerTest, EqualStatesAreNotRunTwice) {
  load(explore::atomicCounter());
  Behaviour behaviour(*runner_, true);
  std::uint64_t state = behaviour.run({}, 0, call(0)).state;
  behaviour.run({call(0)}, state, call(2));
  std::uint64_t before = runner_->sequences();
  behaviour.run({call(0), call(2)}, state, call(2));
  EXPECT_EQ(runner_->sequences(), before);
}

} // namespace
} // namespace heddle::calls
