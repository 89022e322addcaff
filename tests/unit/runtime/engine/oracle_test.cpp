// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

TEST(Endless, ThreadsThatKeepEachOtherBusyAreALivelock) {
  Ended ended = execute(
      [] {
        int& flag = subjectNew<int>();
        auto spin = [&] {
          while (loadAtomic(flag, MemoryOrder::Acquire) == 0) {
          }
        };
        Thread other(spin);
        spin();
      },
      withLimits(1000, 10'000));
  EXPECT_EQ(ended.outcome.kind, FailureKind::Livelock);
}

TEST(Endless, OneThreadThatNeverStopsIsAHang) {
  Ended ended = execute(
      [] {
        for (;;)
          tick();
      },
      withLimits(1000, 10'000));
  EXPECT_EQ(ended.outcome.kind, FailureKind::Hang);
  EXPECT_EQ(ended.outcome.events, 11'000u) << "those before fair turns and those of one thread";
}

TEST(Deadlock, TwoLocksInOppositeOrderAreADeadlockInSomeOrderOnly) {
  unsigned deadlocks = 0;
  unsigned fine = 0;
  executeInEveryOrder(
      [] {
        auto& a = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
        auto& b = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
        auto lockBoth = [](pthread_mutex_t& first, pthread_mutex_t& second) {
          pthread_mutex_lock(&first);
          pthread_mutex_lock(&second);
          pthread_mutex_unlock(&second);
          pthread_mutex_unlock(&first);
        };
        Thread other([&] { lockBoth(b, a); });
        lockBoth(a, b);
        other.join();
      },
      [&](const Ended& ended) {
        bool isDeadlock = ended.outcome.kind == FailureKind::Deadlock;
        deadlocks += isDeadlock ? 1 : 0;
        fine += ended.isFine() ? 1 : 0;
      });
  EXPECT_GT(deadlocks, 0u);
  EXPECT_GT(fine, 0u);
}

TEST(Deadlock, IsSeenAlthoughAnotherThreadCouldGoOn) {
  Ended ended = execute([] {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    Thread other([&] {
      pthread_mutex_lock(&mutex);
      pthread_mutex_lock(&mutex);
    });
    letRun(other);
    sched_yield();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
  EXPECT_EQ(ended.outcome.thread, 1);
}

TEST(Deadlock, SaysWhoWaitsForWhatAndWhoHasIt) {
  pthread_mutex_t* mutex = nullptr;
  Ended ended = execute([&] {
    mutex = &subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    Thread other([&] { pthread_mutex_lock(mutex); });
    pthread_mutex_lock(mutex);
    other.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
  BlockedThread blocked[4];
  ASSERT_EQ(blockedThreads(blocked, 4), 2u);
  EXPECT_EQ(blocked[0].operation, EventKind::ThreadJoin);
  EXPECT_EQ(blocked[0].holder, 1);
  EXPECT_EQ(blocked[1].operation, EventKind::Lock);
  EXPECT_EQ(blocked[1].address, reinterpret_cast<std::uintptr_t>(mutex));
  EXPECT_EQ(blocked[1].holder, 0);
}

TEST(Deadlock, ATimedWaitEndsByItself) {
  Ended ended = execute([] {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    Thread other([&] {
      timespec soon = fromNow(1000);
      pthread_mutex_timedlock(&mutex, &soon);
    });
    pthread_mutex_lock(&mutex);
    other.join();
    pthread_mutex_unlock(&mutex);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
}

} // namespace
} // namespace heddle::runtime::test
