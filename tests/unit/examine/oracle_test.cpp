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

// ---- calls that wait and are overtaken ----

Observation overtaken(Observation observation) {
  observation.wasOvertaken = true;
  return observation;
}

ObservedCall asConst(ObservedCall call) {
  call.isConst = true;
  return call;
}

TEST(Oracle, ACallThatWasOvertakenIsNotSerial) {
  Oracle oracle = oracleOf({observed({returned(1, 1), returned(2, 0)}),
                            overtaken(observed({returned(1, 1), returned(2, 1)}))});
  EXPECT_EQ(judged(oracle, observed({returned(1, 1), returned(2, 0)})), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({returned(1, 1), returned(2, 1)})),
            FailureKind::Linearizability);
}

TEST(Oracle, ConstMethodsMaySeeThatACallWaits) {
  Oracle oracle = oracleOf({observed({returned(1, 1), asConst(returned(2, 0))}),
                            overtaken(observed({returned(1, 1), asConst(returned(2, 1))}))});
  EXPECT_EQ(judged(oracle, observed({returned(1, 1), asConst(returned(2, 1))})), FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({returned(1, 1), asConst(returned(2, 2))})),
            FailureKind::Linearizability);
}

TEST(Oracle, CallsThatNeedEachOtherMayBeOvertaken) {
  Oracle oracle = oracleOf({overtaken(observed({returned(1, 0), returned(2, 0)}))});
  EXPECT_EQ(judged(oracle, observed({returned(1, 0), returned(2, 0)})), FailureKind::None);
}

TEST(Oracle, AFailureOfACallThatWasOvertakenIsNoExcuse) {
  Oracle oracle =
      oracleOf({observed({returned(1, 0), returned(2, 0)}),
                overtaken(observed({running(1), returned(2, 0)}, FailureKind::Assert))});
  EXPECT_EQ(judged(oracle, observed({running(1), returned(2, 0)}, FailureKind::Assert)),
            FailureKind::Assert);
}

// ---- clocks, random numbers, threads of the class ----

Observation varied(Observation observation) {
  observation.surroundingsVaried = true;
  return observation;
}

ObservedCall reading(ObservedCall call, std::uint32_t draws = 0) {
  call.timeDependent = true;
  call.draws = draws;
  return call;
}

// Call 1 tells the time, call 2 does not.
Oracle clockOracle() {
  Oracle oracle = oracleOf({observed({reading(returned(1, 0)), returned(2, 1)})});
  oracle.addSerial(observed({reading(returned(1, 7)), returned(2, 1)}), SerialKind::Surroundings);
  return oracle;
}

TEST(Oracle, ResultsAreComparedAlthoughACallReadsTheClock) {
  Oracle oracle = clockOracle();
  EXPECT_EQ(judged(oracle, observed({reading(returned(1, 9)), returned(2, 1)})),
            FailureKind::Linearizability);
  EXPECT_TRUE(oracle.notCompared().empty());
}

TEST(Oracle, OnlyResultsThatDependOnTheClockAreLeftOutWhenItMoved) {
  Oracle oracle = clockOracle();
  EXPECT_EQ(judged(oracle, varied(observed({reading(returned(1, 9)), returned(2, 1)}))),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, varied(observed({reading(returned(1, 9)), returned(2, 5)}))),
            FailureKind::Linearizability);
  ASSERT_EQ(oracle.notCompared().size(), 1u);
  EXPECT_EQ(oracle.notCompared().front().reason, model::NotCompared::ReadsClock);
}

TEST(Oracle, ACombinationThatDependsOnTheClockIsNotCompared) {
  Oracle oracle = oracleOf({observed({reading(returned(1, 0)), returned(2, 1)}),
                            observed({returned(2, 0), reading(returned(1, 1))})});
  oracle.addSerial(observed({reading(returned(1, 0)), returned(2, 0)}), SerialKind::Surroundings);
  oracle.addSerial(observed({returned(2, 1), reading(returned(1, 1))}), SerialKind::Surroundings);
  EXPECT_EQ(judged(oracle, varied(observed({reading(returned(1, 1)), returned(2, 1)}))),
            FailureKind::None);
}

TEST(Oracle, AClockThatNoSerialCallReadsExplainsAnything) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 1)})});
  EXPECT_EQ(judged(oracle, varied(observed({returned(1, 5), reading(threw(2, "late"))}))),
            FailureKind::None);
}

TEST(Oracle, AnUnusualNumberOfDrawsMayGiveOtherRandomNumbers) {
  Oracle oracle = oracleOf({observed({reading(returned(1, 0), 1), returned(2, 1)})});
  oracle.addSerial(observed({reading(returned(1, 7), 1), returned(2, 1)}),
                   SerialKind::Surroundings);
  EXPECT_EQ(judged(oracle, observed({reading(returned(1, 9), 2), returned(2, 1)})),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, observed({reading(returned(1, 9), 1), returned(2, 1)})),
            FailureKind::Linearizability);
}

Observation withClassThreads(Observation observation) {
  observation.withClassThreads = true;
  return observation;
}

TEST(Oracle, OrdersOfClassThreadsAreOrdersToo) {
  Oracle oracle = oracleOf({withClassThreads(observed({returned(1, 0), returned(2, 1)}))});
  oracle.addSerial(withClassThreads(observed({returned(1, 3), returned(2, 1)})),
                   SerialKind::ClassOrder);
  EXPECT_EQ(judged(oracle, withClassThreads(observed({returned(1, 3), returned(2, 1)}))),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, withClassThreads(observed({returned(1, 4), returned(2, 1)}))),
            FailureKind::Linearizability);
}

TEST(Oracle, AFailureThatNeedsClassThreadsAtACertainTimeIsNoMistakeOfTheCaller) {
  Oracle oracle = oracleOf({withClassThreads(observed({returned(1, 0), returned(2, 1)}))});
  Observation crash = withClassThreads(observed({returned(1, 0)}, FailureKind::Crash));
  Observation hang =
      withClassThreads(observed({returned(1, 0), running(2)}, FailureKind::Deadlock));
  oracle.addSerial(crash, SerialKind::ClassOrder);
  oracle.addSerial(hang, SerialKind::ClassOrder);
  EXPECT_EQ(judged(oracle, crash), FailureKind::Crash);
  EXPECT_EQ(judged(oracle, hang), FailureKind::Deadlock);
}

TEST(Oracle, ResultsThatASampleShowsToDependOnClassThreadsAreLeftOut) {
  Oracle oracle = oracleOf({withClassThreads(observed({returned(1, 0), returned(2, 1)}))});
  Observation sample = withClassThreads(observed({returned(1, 3), returned(2, 1)}));
  oracle.addSerial(sample, SerialKind::ClassSample);
  oracle.noteSampledOrders();
  oracle.addSerial(sample, SerialKind::ClassSample);
  EXPECT_EQ(judged(oracle, withClassThreads(observed({returned(1, 4), returned(2, 1)}))),
            FailureKind::None);
  EXPECT_EQ(judged(oracle, withClassThreads(observed({returned(1, 4), returned(2, 2)}))),
            FailureKind::Linearizability);
}

TEST(Oracle, ASampleThatKeepsShowingSomethingNewProvesNothing) {
  Oracle oracle = oracleOf({withClassThreads(observed({returned(1, 0), returned(2, 1)})),
                            withClassThreads(observed({returned(2, 0), returned(1, 1)}))});
  oracle.noteSampledOrders();
  oracle.addSerial(withClassThreads(observed({returned(1, 0), returned(2, 0)})),
                   SerialKind::ClassSample);
  EXPECT_EQ(judged(oracle, withClassThreads(observed({returned(1, 1), returned(2, 1)}))),
            FailureKind::None);
}

TEST(Oracle, WhatAnInterruptedWeakCallExplainsIsWeakConsistency) {
  Oracle oracle = oracleOf({observed({returned(1, 0), returned(2, 2)})});
  oracle.addInterrupted(observed({returned(1, 0), returned(2, 1)}));
  EXPECT_EQ(judged(oracle, observed({returned(1, 0), returned(2, 1)})),
            FailureKind::WeakConsistency);
  EXPECT_EQ(judged(oracle, observed({returned(1, 0), returned(2, 3)})),
            FailureKind::Linearizability);
}

TEST(Oracle, IfNotAllInterruptionsAreKnownOnlyWeakCallsMayDiffer) {
  Oracle oracle;
  oracle.addSerial(observed({returned(1, 0), returned(2, 0)}));
  oracle.noteMoreInterrupted({CallPlace{2} << 16});
  EXPECT_EQ(oracle.judge(observed({returned(1, 0), returned(2, 5)})).kind,
            FailureKind::WeakConsistency);
  EXPECT_EQ(oracle.judge(observed({returned(1, 3), returned(2, 5)})).kind,
            FailureKind::Linearizability);
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

TEST(Oracle, AnInvariantThatOneThreadBreaksIsReported) {
  Oracle oracle = oracleOf({observed({returned(1, 0)}, FailureKind::Invariant)});
  EXPECT_TRUE(oracle.breaksInvariantSerially());
  EXPECT_EQ(judged(oracle, observed({returned(1, 0)}, FailureKind::Invariant)),
            FailureKind::Invariant);
  EXPECT_EQ(judged(oracle, observed({returned(1, 0)}, FailureKind::Crash)), FailureKind::None);
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

// A latch for one thread, used by two: the second one always hangs.
TEST(Oracle, AHangOfCallsThatHangInEveryOrderShowsNothing) {
  Oracle oracle = oracleOf({observed({returned(1, 0), running(2)}, FailureKind::Deadlock),
                            observed({returned(2, 0), running(1)}, FailureKind::Deadlock)});
  EXPECT_EQ(judged(oracle, observed({running(1), running(2)}, FailureKind::Deadlock)),
            FailureKind::None);
}

TEST(Oracle, ALockCycleIsWrongEvenIfEveryOrderHangs) {
  Oracle oracle = oracleOf({observed({returned(1, 0), running(2)}, FailureKind::Deadlock)});
  Observation cycle = observed({running(1), running(2)}, FailureKind::Deadlock);
  cycle.isLockCycle = true;
  EXPECT_EQ(judged(oracle, cycle), FailureKind::Deadlock);
}

TEST(Oracle, AWaitThatASeparateNotificationEndsMayGoOn) {
  auto serial = {observed({returned(1, 0), returned(2, 0)}),
                 observed({running(2), returned(1, 0)}, FailureKind::LostWakeup)};
  Observation hang = observed({running(2), returned(1, 0)}, FailureKind::LostWakeup);
  Oracle forgetful = oracleOf(serial);
  EXPECT_EQ(judged(forgetful, hang), FailureKind::LostWakeup);
  Oracle separate = oracleOf(serial);
  separate.noteSeparateNotification();
  EXPECT_EQ(judged(separate, hang), FailureKind::None);
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
  EXPECT_EQ(keyOf(observed({returned(1, 3), returned(2, 4)}), {}),
            keyOf(observed({returned(2, 4), returned(1, 3)}), {}));
  EXPECT_NE(keyOf(observed({returned(1, 3), returned(2, 4)}), {}),
            keyOf(observed({returned(1, 4), returned(2, 3)}), {}));
}

TEST(KeyOf, LeavesCallsOut) {
  const CallPlaces first = {returned(1, 0).place()};
  EXPECT_EQ(keyOf(observed({returned(1, 3)}), first), keyOf(observed({threw(1, "any")}), first));
  EXPECT_NE(keyOf(observed({returned(1, 3), returned(2, 4)}), first),
            keyOf(observed({returned(1, 3), returned(2, 5)}), first));
  EXPECT_NE(keyOf(observed({returned(1, 3)}), first), keyOf(observed({running(1)}), first));
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
