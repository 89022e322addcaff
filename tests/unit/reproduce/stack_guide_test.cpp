// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "call_machine.h"
#include "reproduce/stack_guide.h"

namespace heddle::reproduce {
namespace {

using model::StackPruning;

constexpr std::uintptr_t kFilter = 0x1000, kLevel = 0x2000, kLock = 0x8000;
// Calls in the order of the catalogue; the operation of call n is n + 1, because operation 0 is the constructor.
constexpr calls::CallId kInfo = 0, kSetFilter = 1, kSetLevel = 2, kLook = 3, kBreak = 4;
constexpr unsigned kMethods = 5;

DetailedAccess access(std::uintptr_t address, bool writes, std::uint32_t held) {
  return {address, 8, !writes, writes, held, true};
}

// A logger in two states: without a filter (0) and with one (1). `info` reads the filter under the lock and reaches the
// point of failure only if there is one; `setFilter` writes the filter without the lock; `setLevel` writes another
// field under the lock; `look` reads; `break` throws.
class LoggerRunner final : public DetailedRunner {
public:
  DetailedCall run(const calls::Path& path, calls::CallId next) override {
    unsigned state = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
      state = path[i] == kSetFilter ? 1 : state;
    DetailedCall call;
    call.call = next;
    call.alone.outcome = next == kBreak ? calls::CallOutcome::Threw : calls::CallOutcome::Returned;
    call.alone.state = 100 + (next == kSetFilter ? 1 : state);
    call.details.coverage = 10 * next + state;
    call.details.heldSets.push_back({{kLock, 1, false}});
    if (next == kInfo) {
      add(call, access(kFilter, false, 1));
      add(call, access(kLevel, false, 1));
      call.details.reaches[0] = reaches && state == 1;
    } else if (next == kSetFilter) {
      add(call, access(kFilter, true, 0));
    } else if (next == kSetLevel && setsLevelToo) { // like setFilter, on another field
      call.details.coverage = 10 * kSetFilter + state;
      add(call, access(kLevel, true, 0));
    } else if (next == kSetLevel) {
      add(call, access(kLevel, true, 1));
    } else {
      add(call, access(kLevel, false, 1));
    }
    if (changed.contains(next))
      call.details.changed = changed[next];
    return call;
  }

  bool reaches = true;       // whether info reaches that point in any state
  bool setsLevelToo = false; // without the lock
  std::map<calls::CallId, std::vector<std::uintptr_t>> changed;

private:
  static void add(DetailedCall& call, const DetailedAccess& made) {
    call.details.accesses.push_back(made);
    MemoryRange range{made.address, made.address + made.size};
    (made.writes ? call.details.written : call.details.readEarly).push_back(range);
  }
};

class StackGuideTest : public testing::Test {
protected:
  StackGuideTest() : names_(kMethods), catalogue_(names_.table()), dependencies_(kMethods + 1) {
    catalogue_.calls(1, 0, 100); // numbers the calls
    target_.kind = model::FindingKind::Crash;
    target_.threads.push_back({.operations = {kInfo + 1}, .frames = {{"Machine::m0", "", 0}}});
    roots_ = {{.construction = catalogue_.constructions(1).front(), .state = 100}};
    options_.prunings = StackPrunings{StackPruning::Static}.complement();
    options_.mostLevels = 4;
  }

  std::vector<generate::PlannedTest> all() {
    StackGuide guide(catalogue_, runner_, roots_, dependencies_, target_, options_);
    std::vector<generate::PlannedTest> tests;
    while (auto test = guide.next([] { return false; })) {
      tests.push_back(*test);
      fallbacks_.push_back(guide.isFallback());
    }
    guide.count(counts_);
    return tests;
  }

  calls::MachineTable names_;
  calls::CallCatalogue catalogue_;
  LoggerRunner runner_;
  calls::Dependencies dependencies_;
  model::FailureTarget target_;
  std::vector<calls::Root> roots_;
  StackGuide::Options options_;
  std::vector<bool> fallbacks_;
  model::Reproduction counts_;
};

TEST_F(StackGuideTest, TheFirstTestIsThatOfThePaper) {
  std::vector<generate::PlannedTest> tests = all();
  ASSERT_FALSE(tests.empty());
  EXPECT_EQ(tests[0].prefix, (calls::Path{roots_[0].construction, kSetFilter}));
  EXPECT_EQ(tests[0].suffixes, (std::vector<calls::Path>{{kInfo}, {kSetFilter}}));
  EXPECT_FALSE(fallbacks_[0]);
  EXPECT_EQ(std::ranges::count(fallbacks_, false), 1);
}

TEST_F(StackGuideTest, EachRuleLeavesOutWhatItShould) {
  all();
  auto pruned = [&](StackPruning rule) { return counts_.pruned[static_cast<std::size_t>(rule)]; };
  EXPECT_EQ(counts_.candidates, 10u);              // two states, five other calls
  EXPECT_EQ(pruned(StackPruning::Exception), 2u);  // break
  EXPECT_EQ(pruned(StackPruning::Stack), 4u);      // no filter yet
  EXPECT_EQ(pruned(StackPruning::Interfere), 2u);  // info, look
  EXPECT_EQ(pruned(StackPruning::Interleave), 1u); // setLevel
  EXPECT_EQ(counts_.reached, 1u);
}

// Running alone is an approximation: every candidate that was left out is tried in the end, those that fail alone last.
TEST_F(StackGuideTest, FallsBackWhenNoCallComesToThePointOfFailure) {
  runner_.reaches = false;
  std::vector<generate::PlannedTest> tests = all();
  EXPECT_EQ(tests.size(), 10u);
  EXPECT_TRUE(std::ranges::all_of(fallbacks_, [](bool is) { return is; }));
  calls::CallId first = tests.front().suffixes[1][0];
  EXPECT_TRUE(first == kSetFilter || first == kSetLevel) << first; // those that interfere
  EXPECT_EQ(tests.back().suffixes[1][0], kBreak);
}

// A call with the same trace on other memory is another call.
TEST_F(StackGuideTest, APairThatUsesOtherMemoryIsNotRedundant) {
  runner_.setsLevelToo = true;
  all();
  EXPECT_EQ(counts_.pruned[static_cast<std::size_t>(StackPruning::Redundant)], 0u);
  EXPECT_EQ(std::ranges::count(fallbacks_, false), 2);
}

TEST_F(StackGuideTest, WithoutPruningEveryCandidateIsATest) {
  options_.prunings = {};
  EXPECT_EQ(all().size(), 10u);
}

TEST_F(StackGuideTest, AnotherStackSaysWhatToTryFirst) {
  options_.prunings = {};
  target_.interfering = {kLook + 1};
  EXPECT_EQ(all().front().suffixes[1], calls::Path{kLook});
}

TEST_F(StackGuideTest, WhoeverChangesMoreOfWhatIsReadIsTriedFirst) {
  options_.prunings = {};
  runner_.changed = {{kSetFilter, {kFilter}}, {kLook, {0x10, 0x20, 0x30}}};
  EXPECT_EQ(all().front().suffixes[1], calls::Path{kSetFilter});
  runner_.changed[kSetLevel] = {kFilter, kLevel};
  EXPECT_EQ(all().front().suffixes[1], calls::Path{kSetLevel});
}

TEST_F(StackGuideTest, ClientsAloneWhenTheStackHasNoCallOfTheClass) {
  target_.threads[0].operations.clear();
  std::vector<generate::PlannedTest> tests = all();
  EXPECT_TRUE(std::ranges::any_of(
      tests, [](const generate::PlannedTest& test) { return test.suffixes.size() == 1; }));
}

// Its own thread handles what both calls leave, each under the lock; no call alone reaches the code of that thread.
TEST_F(StackGuideTest, CallsAloneSayNothingAboutAThreadOfTheClass) {
  target_.threads[0].operations.clear();
  runner_.reaches = false;
  all();
  for (StackPruning rule : {StackPruning::Stack, StackPruning::Interfere, StackPruning::Interleave})
    EXPECT_EQ(counts_.pruned[static_cast<std::size_t>(rule)], 0u);
  EXPECT_FALSE(fallbacks_[0]);
}

// The stack has no name at all: then any failure counts, of any call.
TEST_F(StackGuideTest, RulesHoldIfTheStackIsNotKnown) {
  target_.threads[0].operations.clear();
  runner_.reaches = false;
  options_.knowsPlace = false;
  options_.prunings.set(StackPruning::Stack, false);
  all();
  EXPECT_GT(counts_.pruned[static_cast<std::size_t>(StackPruning::Interfere)], 0u);
}

} // namespace
} // namespace heddle::reproduce
