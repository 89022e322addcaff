// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "trace/contention.h"
#include "trace/happens_before.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

using Order = HappensBefore::Order;

// Whether event `one` of the text happens before event `other`.
bool ordered(std::string_view text,
             EventIndex one,
             EventIndex other,
             Order which = Order::Synchronised) {
  ExecutionTrace trace = traceFromText(text);
  ThreadOrder order(trace);
  return HappensBefore(trace, order, which).before(one, other);
}

TEST(HappensBefore, ContainsProgramOrder) {
  EXPECT_TRUE(ordered("1Wx 2Wx 1Wx", 0, 2));
  EXPECT_FALSE(ordered("1Wx 2Wx 1Wx", 2, 0));
  EXPECT_FALSE(ordered("1Wx 2Wx 1Wx", 0, 1));
}

TEST(HappensBefore, CreateAndJoinHoldInEverySchedule) {
  const char* text = "0Wx 0+1 0Wy 1Wx 1Wy 0-1 0Wx";
  for (Order which : {Order::CreateJoin, Order::Synchronised}) {
    EXPECT_TRUE(ordered(text, 0, 3, which));
    EXPECT_FALSE(ordered(text, 2, 4, which));
    EXPECT_TRUE(ordered(text, 4, 6, which));
  }
}

TEST(HappensBefore, IsTransitiveOverThreads) {
  EXPECT_TRUE(ordered("0Wx 0+1 1+2 2Wx", 0, 3, Order::CreateJoin));
  EXPECT_TRUE(ordered("2Wx 1-2 0-1 0Wx", 0, 3, Order::CreateJoin));
}

TEST(HappensBefore, LocksSynchroniseOnlyWhereTheScheduleCounts) {
  const char* text = "1Wx 1(m 1)m 2(m 2Wx 2)m";
  EXPECT_TRUE(ordered(text, 0, 4));
  EXPECT_FALSE(ordered(text, 0, 4, Order::CreateJoin));
  EXPECT_FALSE(ordered("1Wx 1(m 1)m 2(n 2Wx 2)n", 0, 4));
  EXPECT_FALSE(ordered("1Wx 1(m 2?m 2Wx 1)m", 0, 3));
}

TEST(HappensBefore, ReadersOfALockDoNotSynchroniseWithEachOther) {
  EXPECT_FALSE(ordered("1Wx 1[m 1]m 2[m 2Wx 2]m", 0, 4));
  EXPECT_TRUE(ordered("1Wx 1[m 1]m 2(m 2Wx 2)m", 0, 4));
  EXPECT_TRUE(ordered("1Wx 1(m 1)m 2[m 2Wx 2]m", 0, 4));
}

TEST(HappensBefore, AWaitReleasesItsMutexAndIsWokenUp) {
  const char* text = "1Wx 1(m 1Zcm 2(m 2Wx 2!1c 2Wy 2)m 1Yc 1Ry";
  EXPECT_TRUE(ordered(text, 0, 4));
  EXPECT_TRUE(ordered(text, 4, 9));
  EXPECT_TRUE(ordered(text, 6, 9)); // by the mutex
}

TEST(HappensBefore, ANotificationComesBeforeTheWakeUp) {
  EXPECT_TRUE(ordered("2Wx 2!1f 2Wy 1Rx", 0, 3));
  EXPECT_FALSE(ordered("2Wx 2!1f 2Wy 1Rx", 2, 3));
}

TEST(HappensBefore, SemaphoresInitialisersAndAtomics) {
  EXPECT_TRUE(ordered("1Wx 1Ps 2Vs 2Rx", 0, 3));
  EXPECT_TRUE(ordered("1Oo 1Wx 1Do 2Oo 2Rx", 1, 4));
  EXPECT_TRUE(ordered("1Wx 1wf 2rf 2Rx", 0, 3));
  EXPECT_TRUE(ordered("1Wx 1uf 2cf 2Rx", 0, 3));
  EXPECT_FALSE(ordered("1Wx 1rf 2rf 2Rx", 0, 3));
  EXPECT_FALSE(ordered("1Wx 1Wf 2Rf 2Rx", 0, 3));
}

TEST(HappensBefore, ABarrierOrdersAllWhoCameBeforeAllWhoLeave) {
  const char* text = "1Wx 1Bb 2Wy 2Bb 2!1b 2Rx 1Ry";
  EXPECT_TRUE(ordered(text, 0, 5));
  EXPECT_TRUE(ordered(text, 2, 6));
}

// The variables that are contended, by letter.
std::string contended(std::string_view text) {
  ExecutionTrace trace = traceFromText(text);
  ThreadOrder order(trace);
  Locations locations(trace);
  std::string found;
  for (LocationIndex at :
       contendedLocations(trace, locations, HappensBefore(trace, order, Order::CreateJoin)))
    found += static_cast<char>((locations.address(at) - addressOf('\0')) / 16);
  return found;
}

TEST(Contention, NeedsTwoThreadsAndAWrite) {
  EXPECT_EQ(contended("1Wx 1Rx 2Ry 1Ry 1Wz 2Rz"), "z");
}

TEST(Contention, IsNotWhatAThreadIsGiven) {
  EXPECT_EQ(contended("0Wx 0Wy 0+1 1Wx 0Wy 1Ry 0-1 0Rx"), "y");
}

TEST(Contention, LocksDoNotEndIt) {
  EXPECT_EQ(contended("1(m 1Wx 1)m 2(m 2Wx 2)m"), "x");
}

TEST(Contention, FreeingIsAWrite) {
  EXPECT_EQ(contended("1Rx 2Ux"), "x");
}

TEST(Contention, ALaterConflictCounts) {
  EXPECT_EQ(contended("0Wx 0+1 1Rx 0Wx"), "x");
}

} // namespace
} // namespace heddle::trace
