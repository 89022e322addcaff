// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

pthread_mutex_t& newMutex(int kind = PTHREAD_MUTEX_NORMAL) {
  auto& mutex = subjectNew<pthread_mutex_t>();
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&mutex, &attributes);
  return mutex;
}

TEST(Mutex, AThreadThatFindsItLockedWaitsUntilItIsUnlocked) {
  std::string order;
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    Thread other([&] {
      pthread_mutex_lock(&mutex);
      order += "other ";
      pthread_mutex_unlock(&mutex);
    });
    pthread_mutex_lock(&mutex);
    letRun(other);
    order += "main ";
    pthread_mutex_unlock(&mutex);
    other.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(order, "main other ");
}

TEST(Mutex, OneThreadIsInsideAtATimeInEveryOrder) {
  int inside = 0;
  int most = 0;
  auto visit = [&](pthread_mutex_t& mutex) {
    pthread_mutex_lock(&mutex);
    most = std::max(most, ++inside);
    sched_yield();
    --inside;
    pthread_mutex_unlock(&mutex);
  };
  unsigned executions = executeInEveryOrder(
      [&] {
        inside = 0;
        pthread_mutex_t& mutex = newMutex();
        Thread other([&] { visit(mutex); });
        visit(mutex);
        other.join();
      },
      [&](const Ended& ended) { EXPECT_TRUE(ended.isFine()) << ended.message(); });
  EXPECT_GE(executions, 2u) << "either may be first";
  EXPECT_EQ(most, 1);
}

TEST(Mutex, TryLockOfABusyMutexFailsAtOnce) {
  int whileBusy = 0;
  int whenFree = -1;
  execute([&] {
    pthread_mutex_t& mutex = newMutex();
    Thread other([&] { whileBusy = pthread_mutex_trylock(&mutex); });
    pthread_mutex_lock(&mutex);
    other.join();
    pthread_mutex_unlock(&mutex);
    whenFree = pthread_mutex_trylock(&mutex);
    pthread_mutex_unlock(&mutex);
  });
  EXPECT_EQ(whileBusy, EBUSY);
  EXPECT_EQ(whenFree, 0);
}

TEST(Mutex, ARecursiveMutexIsFreeAfterAsManyUnlocksAsLocks) {
  int afterOne = 0;
  int afterTwo = -1;
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex(PTHREAD_MUTEX_RECURSIVE);
    auto tryFromAnotherThread = [&](int& result) {
      Thread other([&] { result = pthread_mutex_trylock(&mutex); });
      other.join();
    };
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    tryFromAnotherThread(afterOne);
    pthread_mutex_unlock(&mutex);
    tryFromAnotherThread(afterTwo);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(afterOne, EBUSY);
  EXPECT_EQ(afterTwo, 0);
}

TEST(Mutex, AnErrorCheckingMutexRefusesItsOwnersSecondLock) {
  int result = 0;
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex(PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_lock(&mutex);
    result = pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, EDEADLK);
}

TEST(Mutex, ANormalMutexLockedTwiceByOneThreadIsADeadlock) {
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
  BlockedThread blocked[2];
  ASSERT_EQ(blockedThreads(blocked, 2), 1u);
  EXPECT_EQ(blocked[0].holder, 0);
}

TEST(Mutex, UnlockingWhatAnotherThreadHoldsIsMisuse) {
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    pthread_mutex_lock(&mutex);
    Thread other([&] { pthread_mutex_unlock(&mutex); });
    other.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
  EXPECT_EQ(ended.outcome.thread, 1);
}

TEST(Mutex, AnErrorCheckingMutexRefusesAForeignUnlock) {
  int result = 0;
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex(PTHREAD_MUTEX_ERRORCHECK);
    result = pthread_mutex_unlock(&mutex);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, EPERM);
}

TEST(Mutex, ATimedLockGivesUpAtItsDeadline) {
  int result = 0;
  timespec deadline{};
  timespec after{};
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    pthread_mutex_lock(&mutex);
    deadline = fromNow(10'000);
    Thread other([&] { result = pthread_mutex_timedlock(&mutex, &deadline); });
    other.join();
    clock_gettime(CLOCK_REALTIME, &after);
    pthread_mutex_unlock(&mutex);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, ETIMEDOUT);
  EXPECT_GE(after.tv_sec, deadline.tv_sec);
}

TEST(Mutex, ATimedLockGetsALockThatIsUnlockedInTime) {
  int result = -1;
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    pthread_mutex_lock(&mutex);
    timespec deadline = fromNow(10'000);
    Thread other([&] {
      result = pthread_mutex_timedlock(&mutex, &deadline);
      pthread_mutex_unlock(&mutex);
    });
    letRun(other);
    pthread_mutex_unlock(&mutex);
    other.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, 0);
}

TEST(Mutex, DestroyingALockedMutexIsMisuse) {
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
}

TEST(Mutex, UsingAnOverwrittenMutexIsMisuse) {
  Ended ended = execute([&] {
    pthread_mutex_t& mutex = newMutex();
    mutex.__data.__owner = 0x41414141;
    pthread_mutex_lock(&mutex);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
}

} // namespace
} // namespace heddle::runtime::test
