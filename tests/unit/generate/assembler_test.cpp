// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "call_machine.h"
#include "generate/assembler.h"
#include "summaries.h"

namespace heddle::generate {
namespace {

// A queue with room for two: put, take (waits when empty), size, raise (increments a counter next to the queue),
// version. Machine states are (elements, raised).
class QueueClass : public testing::Test {
protected:
  static constexpr unsigned kPut = 0, kTake = 1, kSize = 2, kRaise = 3, kVersion = 4;

  QueueClass()
      : names_(5), machine_(6, 6), catalogue_(names_.table()), behaviour_(machine_, true),
        dependencies_(6) {
    construction_ = catalogue_.constructions(1).front();
    calls_ = catalogue_.calls(1, 0, 10);
    for (unsigned state = 0; state < 6; ++state)
      describe(state);
  }

  static unsigned stateOf(unsigned elements, unsigned raised) { return elements * 2 + raised; }

  // Calls are numbered after the construction.
  void describe(unsigned state) {
    unsigned elements = state / 2, raised = state % 2;
    machine_.at(state, calls_[kPut]) = {.next = stateOf(std::min(elements + 1, 2u), raised),
                                        .coverage = elements == 2 ? 11u : 10u,
                                        .outcome = elements == 2 ? calls::CallOutcome::Blocked
                                                                 : calls::CallOutcome::Returned};
    machine_.at(state, calls_[kTake]) = {
        .next = elements == 0 ? state : stateOf(elements - 1, raised),
        .coverage = elements == 0 ? 21u : 20u,
        .outcome = elements == 0 ? calls::CallOutcome::Blocked : calls::CallOutcome::Returned};
    machine_.at(state, calls_[kSize]) = {.next = state, .coverage = 30, .value = elements};
    machine_.at(state, calls_[kRaise]) = {.next = stateOf(elements, 1), .coverage = 40};
    machine_.at(state, calls_[kVersion]) = {.next = state, .coverage = 50};
  }

  calls::CallSequence sequenceOf(const std::vector<unsigned>& methods) {
    calls::CallSequence sequence{.root = {construction_}, .rootState = 0, .steps = {}};
    calls::Path path = sequence.root;
    std::uint64_t state = 0;
    for (unsigned method : methods) {
      calls::SoloCall call = behaviour_.run(path, state, calls_[method]);
      sequence.steps.push_back({.call = calls_[method], .observation = call, .improves = true});
      path.push_back(calls_[method]);
      state = call.state;
    }
    return sequence;
  }

  // "put|take after put", without the constructor.
  std::string describe(const model::Test& test) const {
    auto list = [&](const model::Sequence& calls, std::size_t from) {
      static const char* const kNames[] = {"Queue", "put", "take", "size", "raise", "version"};
      std::string text;
      for (std::size_t i = from; i < calls.size(); ++i)
        text += (i == from ? "" : ";") + std::string(kNames[calls[i].operation]);
      return text;
    };
    std::string text;
    for (const model::Sequence& suffix : test.suffixes)
      text += (text.empty() ? "" : "|") + list(suffix, 0);
    return text + " after " + list(test.prefix, 1);
  }

  std::vector<std::string> all(Assembler& assembler, Shape shape) {
    std::vector<std::string> tests;
    while (std::optional<GeneratedTest> test = assembler.next(shape))
      tests.push_back(describe(test->test));
    return tests;
  }

  calls::MachineTable names_;
  calls::CallMachine machine_;
  calls::CallCatalogue catalogue_;
  calls::Behaviour behaviour_;
  calls::Dependencies dependencies_; // nothing is known
  calls::CallId construction_ = 0;
  std::vector<calls::CallId> calls_;
};

std::size_t indexOf(const std::vector<std::string>& tests, const std::string& test) {
  return static_cast<std::size_t>(std::ranges::find(tests, test) - tests.begin());
}

TEST_F(QueueClass, CallsThatDisturbEachOtherComeFirst) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kRaise}), calls_);
  std::vector<std::string> tests = all(assembler, Shape::Pair);
  // The states along the sequence are: nothing, one element, one element and raised.
  std::size_t disturbing = indexOf(tests, "take|take after put;raise");
  std::size_t ordered = indexOf(tests, "put|size after put;raise");
  std::size_t indifferent = indexOf(tests, "size|version after put;raise");
  EXPECT_LT(disturbing, ordered);
  EXPECT_LT(ordered, indifferent);
  EXPECT_LT(indifferent, tests.size());
}

TEST_F(QueueClass, AWaitingCallIsTestedAgainstTheOneThatEndsIt) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kPut}), calls_);
  std::vector<std::string> tests = all(assembler, Shape::Pair);
  EXPECT_LT(indexOf(tests, "put|take after "), tests.size());        // take waits
  EXPECT_LT(indexOf(tests, "put|take after put;put"), tests.size()); // put waits
}

// They may release each other, as at a barrier.
TEST_F(QueueClass, CallsThatAllWaitAreTestedAfterThoseThatCanGoOn) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kPut}), calls_);
  std::vector<std::string> tests = all(assembler, Shape::Pair);
  EXPECT_LT(indexOf(tests, "put|take after "), indexOf(tests, "take|take after "));
  EXPECT_LT(indexOf(tests, "take|take after "), tests.size());
}

TEST_F(QueueClass, NothingIsTestedTwice) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kRaise, kPut}), calls_);
  assembler.add(sequenceOf({kRaise, kPut, kPut, kTake}), calls_);
  for (unsigned shape = 0; shape < kShapes; ++shape) {
    std::vector<std::string> tests = all(assembler, static_cast<Shape>(shape));
    EXPECT_EQ(std::set<std::string>(tests.begin(), tests.end()).size(), tests.size())
        << nameOf(static_cast<Shape>(shape));
  }
}

TEST_F(QueueClass, PairsWithTracesSeenBeforeComeLast) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kRaise}), calls_);
  std::vector<std::string> tests = all(assembler, Shape::Pair);
  // With or without raise, size and put take the same traces, alone and after each other.
  std::size_t again = indexOf(tests, "put|size after put");
  ASSERT_LT(again, tests.size());
  EXPECT_GT(again, indexOf(tests, "size|version after put;raise"));
}

TEST_F(QueueClass, CountsOnePairWithEachSequence) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut}), calls_);
  EXPECT_EQ(assembler.sequencePairs(), 1u);
  assembler.add(sequenceOf({kPut, kPut}), calls_);
  EXPECT_EQ(assembler.sequencePairs(), 3u);
}

TEST_F(QueueClass, NumbersTestsAsTheyAreHandedOut) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut}), calls_);
  for (std::uint64_t number : {1u, 2u, 3u}) {
    std::optional<GeneratedTest> test = assembler.next(Shape::Pair);
    ASSERT_TRUE(test);
    EXPECT_EQ(test->number, number);
    EXPECT_EQ(test->sequencePair, 1u);
  }
  EXPECT_EQ(assembler.tests(), 3u);
}

TEST_F(QueueClass, TwoWaitersMeetTwoCallsOfOneThread) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut}), calls_);
  all(assembler, Shape::Pair);
  std::vector<std::string> tests = all(assembler, Shape::ThreeAndOne);
  EXPECT_LT(indexOf(tests, "take|take|put;put after "), tests.size());
  tests = all(assembler, Shape::ThreeLanes);
  EXPECT_LT(indexOf(tests, "take|take|put after "), tests.size());
  EXPECT_EQ(indexOf(tests, "take|take|take after "), tests.size() - 1);
}

TEST_F(QueueClass, OneClientAloneIsATestOnlyForClassesWithThreads) {
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut}), calls_);
  all(assembler, Shape::Pair);
  EXPECT_TRUE(all(assembler, Shape::Client).empty());
  Assembler owning(catalogue_, behaviour_, dependencies_);
  owning.setClassOwnsThreads();
  owning.add(sequenceOf({kPut}), calls_);
  all(owning, Shape::Pair);
  std::vector<std::string> tests = all(owning, Shape::Client);
  EXPECT_LT(indexOf(tests, "put after put"), tests.size());
  EXPECT_LT(indexOf(tests, "put;take after "), tests.size());
}

TEST_F(QueueClass, TheEpilogueObservesWhatCanDiffer) {
  names_.method(kSize).isConst = true;
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  calls::CallSequence sequence = sequenceOf({kPut});
  for (calls::CallId call : calls_) {
    behaviour_.run({construction_}, 0, call);
    behaviour_.run({construction_, calls_[kPut]}, stateOf(1, 0), call);
  }
  assembler.add(sequence, calls_);
  model::Sequence epilogue = assembler.next(Shape::Pair)->test.epilogue;
  ASSERT_EQ(epilogue.size(), 1u); // version always says the same, take may wait
  EXPECT_EQ(epilogue[0].operation, 1 + kSize);
}

// put and take change the elements, size reads them; raise and version are about something else.
model::ClassSummary queueSummary() {
  model::ClassSummary summary{.className = "Machine", .methods = {}, .notes = {}};
  summary.methods = {calls::summaryOf(0, {"elements"}, {"elements"}),
                     calls::summaryOf(1, {"elements"}, {"elements"}),
                     calls::summaryOf(2, {"elements"}, {}),
                     calls::summaryOf(3, {}, {"raised"}),
                     calls::summaryOf(4, {}, {})};
  return summary;
}

TEST_F(QueueClass, PrunedPairsAreNotTested) {
  dependencies_ = calls::Dependencies(queueSummary(), 6);
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kRaise}), calls_);
  std::vector<std::string> tests = all(assembler, Shape::Pair);
  EXPECT_LT(indexOf(tests, "put|size after put;raise"), tests.size());
  for (const std::string& test : tests) {
    EXPECT_EQ(test.find("version"), std::string::npos) << test;
    EXPECT_FALSE(test.starts_with("put|raise") || test.starts_with("size|size")) << test;
  }
}

TEST_F(QueueClass, LargerTestsNeedOnePairThatIsNotPruned) {
  dependencies_ = calls::Dependencies(queueSummary(), 6);
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut, kRaise}), calls_);
  all(assembler, Shape::Pair);
  std::vector<std::string> tests = all(assembler, Shape::TwoAgainstOne);
  EXPECT_FALSE(tests.empty());
  for (const std::string& test : tests)
    EXPECT_FALSE(test.starts_with("raise;raise|put") || test.starts_with("put;put|raise")) << test;
}

TEST_F(QueueClass, RestoredPairsAreTestedWhereTheyWereLeftOut) {
  dependencies_ = calls::Dependencies(queueSummary(), 6);
  Assembler assembler(catalogue_, behaviour_, dependencies_);
  assembler.add(sequenceOf({kPut}), calls_);
  std::vector<std::string> before = all(assembler, Shape::Pair);
  auto isPutAndRaise = [](const std::string& test) { return test.starts_with("put|raise"); };
  EXPECT_FALSE(std::ranges::any_of(before, isPutAndRaise));
  dependencies_.restore(1 + kRaise);
  std::vector<std::string> after = all(assembler, Shape::Pair);
  EXPECT_TRUE(std::ranges::any_of(after, isPutAndRaise));
  for (const std::string& test : after)
    EXPECT_EQ(indexOf(before, test), before.size()) << test;
}

TEST_F(QueueClass, TheOrderIsAlwaysTheSame) {
  auto tests = [&] {
    calls::Behaviour behaviour(machine_, true);
    Assembler assembler(catalogue_, behaviour, dependencies_);
    assembler.add(sequenceOf({kPut, kRaise, kPut}), calls_);
    std::vector<std::string> found;
    for (unsigned shape = 0; shape < kShapes; ++shape)
      for (std::string& test : all(assembler, static_cast<Shape>(shape)))
        found.push_back(std::move(test));
    return found;
  };
  EXPECT_EQ(tests(), tests());
}

} // namespace
} // namespace heddle::generate
