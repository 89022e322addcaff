// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "examine/oracle.h"
#include "observations.h"
#include "support/check.h"

namespace heddle::examine {
namespace {

using runtime::FailureKind;

constexpr unsigned kAfter = abi::kEpilogueLane;

Oracle oracleOf(std::initializer_list<Observation> serial) {
  Oracle oracle;
  for (const Observation& observation : serial)
    oracle.addSerial(observation);
  return oracle;
}

FailureKind judged(Oracle& oracle, const Observation& observation) {
  FailureKind kind = oracle.judge(observation).kind;
  EXPECT_EQ(oracle.judge(observation).kind, kind) << "the second time";
  return kind;
}

// ---- results ----

TEST(Oracle, ResultsOfSomeOrderAreRight) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 1), returned(kAfter, 2)}),
                            observed({returned(2, 0), returned(1, 1), returned(kAfter, 2)})});
  EXPECT_EQ(judged(oracle, observed({returned(2, 1), returned(1, 0), returned(kAfter, 2)})),
            FailureKind::None);
}

TEST(Oracle, ResultsOfNoOrderAreWrong) {
  Oracle oracle = oracleOf(
      {observed({returned(1, 0), returned(2, 1)}), observed({returned(2, 0), returned(1, 1)})});
  EXPECT_EQ(judged(oracle, observed({returned(1, 0), returned(2, 0)})),
            FailureKind::Linearizability);
}

TEST(Oracle, WhatIsLeftBehindCounts) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 0), returned(kAfter, 2)})});
  EXPECT_EQ(judged(oracle, observed({returned(1, 0), returned(2, 0), returned(kAfter, 1)})),
            FailureKind::Linearizability);
}

TEST(Oracle, AnExceptionOfNoOrderHasAKindOfItsOwn) {
  Oracle oracle = oracleOf({observed({returned(1, 1), returned(2, 0)}),
                            observed({returned(2, 0), threw(1, "out_of_range")})});
  EXPECT_EQ(judged(oracle, observed({returned(2, 0), threw(1, "out_of_range")})),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({returned(2, 0), threw(1, "logic_error")})),
            FailureKind::Exception);
  EXPECT_EQ(oracle.judge(observed({returned(2, 0), threw(1, "logic_error")})).call, 1u);
}

TEST(Oracle, ResultsThatDependOnTimeAreNotCompared) {
  Observation timed = observed({returned(1, 0), returned(2, 1)});
  timed.resultsVary = true;
  Oracle oracle = oracleOf({timed});
  EXPECT_EQ(judged(oracle, observed({returned(1, 5), returned(2, 5)})), FailureKind::None);
}

TEST(Oracle, NotEvenWhenOnlyTheJudgedExecutionReadsTheClock) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 1)})});
  Observation timed = observed({returned(1, 5), threw(2, "late")});
  timed.resultsVary = true;
  EXPECT_EQ(judged(oracle, timed), FailureKind::None);
}

TEST(Oracle, ACallMayGiveUpWhenALockIsBusy) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 1)})});
  Observation busy = observed({returned(1, 5), returned(2, 1)});
  busy.gaveUpLock = true;
  EXPECT_EQ(judged(oracle, busy), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({returned(1, 5), returned(2, 1)})),
            FailureKind::Linearizability);
}

TEST(Oracle, SilentOnResultsWhenNotAllOrdersAreKnown) {
  Oracle oracle = oracleOf({observed({returned(1, 0)})});
  oracle.noteIncomplete();
  EXPECT_EQ(judged(oracle, observed({returned(1, 1)})), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({running(1)}, FailureKind::LostWakeup)), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({running(1)}, FailureKind::UseAfterFree)),
            FailureKind::UseAfterFree);
}

// ---- failures ----

TEST(Oracle, AFailureOfNoOrderIsAViolation) {
  Oracle oracle = oracleOf({observed({returned(1, 0)})});
  for (FailureKind kind : {FailureKind::Crash,
                           FailureKind::Assert,
                           FailureKind::UseAfterFree,
                           FailureKind::Exception,
                           FailureKind::Invariant,
                           FailureKind::Livelock})
    EXPECT_EQ(judged(oracle, observed({running(1)}, kind)), kind);
}

TEST(Oracle, ATestThatBreaksTheClassSeriallySaysNothing) {
  Oracle oracle = oracleOf(
      {observed({returned(1, 0), returned(2, 0)}), observed({running(2)}, FailureKind::Assert)});
  EXPECT_EQ(judged(oracle, observed({running(1)}, FailureKind::Assert)), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({running(1)}, FailureKind::HeapOverflow)), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({returned(1, 7), returned(2, 7)})), FailureKind::None);
}

TEST(Oracle, AnEndlessCallIsExcusedByAnEndlessOrder) {
  Oracle oracle = oracleOf({observed({running(1)}, FailureKind::Hang), observed({returned(1, 0)})});
  EXPECT_EQ(judged(oracle, observed({running(1)}, FailureKind::Livelock)), FailureKind::None);
}

TEST(Oracle, EndingTheProgramIsJudgedToo) {
  Observation exits = observed({running(1)});
  exits.exitedEarly = true;
  Oracle never = oracleOf({observed({returned(1, 0)})});
  EXPECT_EQ(judged(never, exits), FailureKind::ExitStatus);
  Oracle always = oracleOf({exits});
  EXPECT_EQ(judged(always, exits), FailureKind::None);
}

// ---- hangs ----

TEST(Oracle, AConsumerMayWaitForEver) {
  // take | take | put(1): one of the consumers gets nothing.
  Oracle oracle =
      oracleOf({observed({returned(3, 0), returned(1, 1), running(2)}, FailureKind::LostWakeup),
                observed({returned(3, 0), returned(2, 1), running(1)}, FailureKind::LostWakeup)});
  EXPECT_EQ(judged(oracle,
                   observed({running(2), returned(3, 0), returned(1, 1)}, FailureKind::LostWakeup)),
            FailureKind::None);
  EXPECT_EQ(
      judged(oracle, observed({returned(3, 0), running(1), running(2)}, FailureKind::LostWakeup)),
      FailureKind::LostWakeup);
}

TEST(Oracle, AHangThatEveryOrderAvoidsIsWrong) {
  Oracle oracle = oracleOf(
      {observed({returned(1, 0), returned(2, 0)}), observed({returned(2, 0), returned(1, 0)})});
  EXPECT_EQ(judged(oracle, observed({running(1), running(2)}, FailureKind::Deadlock)),
            FailureKind::Deadlock);
}

// put on a full queue | clear() that does not notify: a put that begins after clear() ends. So a put that was waiting
// may not hang, although it does in the serial execution in which it waited first.
TEST(Oracle, AWaiterThatNobodyWakesIsWrongEvenSerially) {
  Observation waitedFirst = observed({running(1), returned(2, 0)}, FailureKind::LostWakeup);
  Oracle oracle = oracleOf({observed({returned(2, 0), returned(1, 0)}), waitedFirst});
  EXPECT_EQ(judged(oracle, waitedFirst), FailureKind::LostWakeup);
}

// arrive_and_wait of a barrier for three, twice: neither call ends, in any order.
TEST(Oracle, ARendezvousWithoutPartnersMayHang) {
  Oracle oracle = oracleOf({observed({running(1), running(2)}, FailureKind::Deadlock)});
  EXPECT_EQ(judged(oracle, observed({running(2), running(1)}, FailureKind::Deadlock)),
            FailureKind::None);
}

// waiters() | wait(): the count 1 is seen only while the other call waits.
TEST(Oracle, ResultsThatNeedAWaitingCallExcuseItsHang) {
  Oracle oracle = oracleOf({observed({returned(1, 0), running(2)}, FailureKind::LostWakeup),
                            observed({running(2), returned(1, 1)}, FailureKind::LostWakeup)});
  EXPECT_EQ(judged(oracle, observed({running(2), returned(1, 1)}, FailureKind::LostWakeup)),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({running(2), returned(1, 2)}, FailureKind::LostWakeup)),
            FailureKind::LostWakeup);
}

// A lock cycle is noticed immediately, while a third call may still be running.
TEST(Oracle, ACallThatMerelyHadNoTurnIsNoDifference) {
  Oracle oracle = oracleOf({observed({running(1)}, FailureKind::Deadlock),
                            observed({returned(2, 0), running(1)}, FailureKind::Deadlock)});
  EXPECT_EQ(judged(oracle, observed({running(2), running(1)}, FailureKind::Deadlock)),
            FailureKind::None);
}

TEST(KeyOf, DoesNotDependOnTheOrderOfCalls) {
  EXPECT_EQ(keyOf(observed({returned(1, 3), returned(2, 4)}), true),
            keyOf(observed({returned(2, 4), returned(1, 3)}), true));
  EXPECT_NE(keyOf(observed({returned(1, 3), returned(2, 4)}), true),
            keyOf(observed({returned(1, 4), returned(2, 3)}), true));
  EXPECT_EQ(keyOf(observed({returned(1, 3)}), false), keyOf(observed({returned(1, 4)}), false));
}

TEST(OracleDeathTest, SerialExecutionsComeBeforeTheFirstVerdict) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 1)})});
  oracle.judge(observed({returned(1, 0), returned(2, 1)}));
  EXPECT_EXIT(oracle.addSerial(observed({returned(2, 0), returned(1, 1)})),
              testing::ExitedWithCode(kOwnBugExitStatus),
              "after the first verdict");
}

} // namespace
} // namespace heddle::examine
