// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "execution.h"
#include "runtime/races/sharing.h"
#include "runtime/races/vector_clock.h"
#include "runtime/state.h"

namespace heddle::runtime::test {
namespace {

bool isContended(const int& variable) {
  return (sharingOf(reinterpret_cast<std::uintptr_t>(&variable)) & kContended) != 0;
}

// The scheduling points at which `body` announced an access, once warm.
std::uint64_t pointsOf(const Body& body) {
  return executeWarm(body).outcome.points;
}

TEST(Sharing, WhatOneThreadTouchesIsNoSchedulingPoint) {
  auto accesses = [](int count) {
    return pointsOf([count] {
      Thread idle([] {});
      int& mine = subjectNew<int>();
      for (int i = 0; i < count; ++i)
        write(mine, i);
      idle.join();
    });
  };
  EXPECT_EQ(accesses(1), accesses(100));
}

TEST(Sharing, WhatTwoThreadsWriteIsASchedulingPointOnceItIsKnown) {
  auto accesses = [](int count) {
    return pointsOf([count] {
      int& data = subjectNew<int>();
      Thread other([&] { write(data, 1); });
      for (int i = 0; i < count; ++i)
        write(data, i);
      other.join();
    });
  };
  EXPECT_EQ(accesses(11) - accesses(1), 10u);
}

TEST(Sharing, WhatIsHandedToAThreadIsNotContended) {
  bool contended = true;
  executeWarm([&] {
    int& data = subjectNew<int>();
    Thread idle([] {}); // while there is no other thread nothing is recorded
    write(data, 1);
    Thread other([&] { write(data, 2); });
    other.join();
    read(data);
    contended = isContended(data);
    idle.join();
  });
  EXPECT_FALSE(contended);
}

TEST(Sharing, WhatAllThreadsOnlyReadIsNotContended) {
  bool contended = true;
  executeWarm([&] {
    int& data = subjectNew<int>();
    Thread other([&] { read(data); });
    read(data);
    other.join();
    contended = isContended(data);
  });
  EXPECT_FALSE(contended);
}

TEST(Sharing, ALockDoesNotKeepMemoryFromBeingContended) {
  bool contended = false;
  executeWarm([&] {
    int& data = subjectNew<int>();
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    auto visit = [&] {
      pthread_mutex_lock(&mutex);
      write(data, 1);
      pthread_mutex_unlock(&mutex);
    };
    Thread other(visit);
    visit();
    other.join();
    contended = isContended(data);
  });
  EXPECT_TRUE(contended) << "the two orders have different results";
}

TEST(Sharing, TheFirstExecutionSaysThatItLearned) {
  Body body = [] {
    int& data = subjectNew<int>();
    Thread other([&] { write(data, 1); });
    write(data, 2);
    other.join();
  };
  EXPECT_TRUE(execute(body).outcome.learnedSharing);
  EXPECT_FALSE(executeWarm(body).outcome.learnedSharing);
}

TEST(Sharing, AnotherLeaseStartsWithoutIt) {
  std::uintptr_t address = 0;
  Body body = [&] {
    int& data = subjectNew<int>();
    address = reinterpret_cast<std::uintptr_t>(&data);
    Thread other([&] { write(data, 1); });
    write(data, 2);
    other.join();
  };
  executeWarm(body);
  EXPECT_NE(sharingOf(address), 0u);
  Lease lease;
  EXPECT_EQ(sharingOf(address), 0u);
}

TEST(Sharing, EveryAccessIsAPointWhereAReplayWantsIt) {
  auto points = [](bool every) {
    return execute(
               [] {
                 int& mine = subjectNew<int>();
                 Thread idle([] {});
                 for (int i = 0; i < 10; ++i)
                   write(mine, i);
                 idle.join();
               },
               with(&Options::everyAccessIsAPoint, every))
        .outcome.points;
  };
  EXPECT_EQ(points(true), points(false) + 10);
}

TEST(Sharing, FreeingWhatAnotherThreadReadsIsContention) {
  bool contended = false;
  executeWarm([&] {
    int& data = subjectNew<int>();
    Thread other([&] { read(data); });
    read(data);
    letRun(other);
    free(&data); // NOLINT: the subject's
    contended = isContended(data);
    other.join();
  });
  EXPECT_TRUE(contended);
}

// Clocks live in scratch memory, which belongs to an execution.
TEST(VectorClock, HasZeroForThreadsItDoesNotKnow) {
  std::uint32_t unknown = 1;
  std::uint32_t known = 0;
  execute([&] {
    VectorClock clock{};
    setClock(clock, 3, 7);
    unknown = clockOf(clock, 2) + clockOf(clock, 100);
    known = clockOf(clock, 3);
  });
  EXPECT_EQ(unknown, 0u);
  EXPECT_EQ(known, 7u);
}

TEST(VectorClock, JoiningTakesTheLargerOfEachEntry) {
  std::vector<std::uint32_t> joined;
  execute([&] {
    VectorClock into{};
    VectorClock from{};
    setClock(into, 0, 5);
    setClock(into, 1, 1);
    setClock(from, 0, 2);
    setClock(from, 1, 4);
    setClock(from, 20, 9);
    joinClock(into, from);
    joined = {clockOf(into, 0), clockOf(into, 1), clockOf(into, 19), clockOf(into, 20)};
  });
  EXPECT_EQ(joined, (std::vector<std::uint32_t>{5, 4, 0, 9}));
}

TEST(VectorClock, GrowingKeepsItsEntries) {
  std::vector<std::uint32_t> kept;
  execute([&] {
    VectorClock clock{};
    for (ThreadId thread = 0; thread < 200; ++thread)
      setClock(clock, thread, thread + 1u);
    kept = {clockOf(clock, 0), clockOf(clock, 8), clockOf(clock, 199)};
  });
  EXPECT_EQ(kept, (std::vector<std::uint32_t>{1, 9, 200}));
}

TEST(VectorClock, AClearedClockKnowsNobody) {
  std::uint32_t left = 1;
  execute([&] {
    VectorClock clock{};
    setClock(clock, 4, 6);
    clearClock(clock);
    left = clockOf(clock, 4);
  });
  EXPECT_EQ(left, 0u);
}

} // namespace
} // namespace heddle::runtime::test
