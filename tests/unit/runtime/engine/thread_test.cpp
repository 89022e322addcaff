// SPDX-License-Identifier: Apache-2.0
// Threads, spin locks, futexes, keys and time: the smaller models.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

TEST(Thread, JoiningGivesItsResult) {
  void* result = nullptr;
  Ended ended = execute([&] {
    pthread_t thread;
    pthread_create(&thread, nullptr, [](void* argument) { return argument; }, &result);
    pthread_join(thread, &result);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, &result);
}

TEST(Thread, IsJoinedOnce) {
  int again = 0;
  int itself = 0;
  int unknown = 0;
  execute([&] {
    Thread other([&] { itself = pthread_join(pthread_self(), nullptr); });
    other.join();
    again = pthread_join(other.handle(), nullptr);
    unknown = pthread_join(0x1234, nullptr);
  });
  EXPECT_EQ(again, EINVAL);
  EXPECT_EQ(itself, EDEADLK);
  EXPECT_EQ(unknown, ESRCH);
}

TEST(Thread, AnAttemptToJoinARunningThreadFails) {
  int early = 0;
  int late = -1;
  execute([&] {
    Thread other([&] { letRun(0); });
    letRun(other);
    early = pthread_tryjoin_np(other.handle(), nullptr);
    letRun(other);
    late = pthread_tryjoin_np(other.handle(), nullptr);
  });
  EXPECT_EQ(early, EBUSY);
  EXPECT_EQ(late, 0);
}

TEST(Thread, ADetachedThreadCannotBeJoined) {
  int result = 0;
  execute([&] {
    Thread other([] {});
    pthread_detach(other.handle());
    result = pthread_join(other.handle(), nullptr);
    letRun(other);
  });
  EXPECT_EQ(result, EINVAL);
}

TEST(Thread, TwoThreadsThatJoinEachOtherAreADeadlock) {
  Ended ended = execute([&] {
    pthread_t main = pthread_self();
    Thread other([&] { pthread_join(main, nullptr); });
    other.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
}

TEST(Thread, EachHasAnErrorNumberOfItsOwn) {
  int mine = 0;
  execute([&] {
    errno = 1;
    Thread other([] { errno = 2; });
    other.join();
    mine = errno;
  });
  EXPECT_EQ(mine, 1);
}

TEST(Thread, MoreThan511LivingThreadsAreRefused) {
  Ended ended = execute([&] {
    pthread_t thread;
    for (int i = 0; i < 512; ++i)
      pthread_create(&thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  });
  EXPECT_TRUE(ended.outcome.unsupported);
}

TEST(SpinLock, OneThreadIsInsideAtATimeInEveryOrder) {
  int inside = 0;
  int most = 0;
  executeInEveryOrder(
      [&] {
        inside = 0;
        auto& lock = subjectNew<pthread_spinlock_t>();
        pthread_spin_init(&lock, 0);
        auto visit = [&] {
          pthread_spin_lock(&lock);
          most = std::max(most, ++inside);
          sched_yield();
          --inside;
          pthread_spin_unlock(&lock);
        };
        Thread other(visit);
        visit();
        other.join();
      },
      [](const Ended& ended) { EXPECT_TRUE(ended.isFine()) << ended.message(); });
  EXPECT_EQ(most, 1);
}

TEST(SpinLock, AnAttemptAtABusyLockFails) {
  int busy = 0;
  execute([&] {
    auto& lock = subjectNew<pthread_spinlock_t>();
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    Thread other([&] { busy = pthread_spin_trylock(&lock); });
    other.join();
    pthread_spin_unlock(&lock);
  });
  EXPECT_EQ(busy, EBUSY);
}

TEST(SpinLock, UnlockingWhatAnotherThreadHoldsIsMisuse) {
  Ended ended = execute([&] {
    auto& lock = subjectNew<pthread_spinlock_t>();
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    Thread other([&] { pthread_spin_unlock(&lock); });
    other.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
}

long futex(int* word, int operation, int value, const timespec* timeout = nullptr) {
  return syscall(SYS_futex, word, operation, value, timeout, nullptr, 0);
}

TEST(Futex, AWaitReturnsAtOnceWhenTheWordHasChanged) {
  long result = 0;
  int error = 0;
  execute([&] {
    int& word = subjectNew<int>(1);
    result = futex(&word, FUTEX_WAIT_PRIVATE, 0);
    error = errno;
  });
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, EAGAIN);
}

TEST(Futex, AWakeEndsAsManyWaitsAsItWasAskedTo) {
  long woken = 0;
  long wokenLater = 0;
  Ended ended = execute([&] {
    int& word = subjectNew<int>(0);
    auto wait = [&] { futex(&word, FUTEX_WAIT_PRIVATE, 0); };
    Thread a(wait);
    Thread b(wait);
    Thread c(wait);
    letRun(a);
    letRun(b);
    letRun(c);
    woken = futex(&word, FUTEX_WAKE_PRIVATE, 2);
    wokenLater = futex(&word, FUTEX_WAKE_PRIVATE, 100);
    a.join();
    b.join();
    c.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(woken, 2);
  EXPECT_EQ(wokenLater, 1);
}

TEST(Futex, ATimedWaitGivesUp) {
  long result = 0;
  int error = 0;
  execute([&] {
    int& word = subjectNew<int>(0);
    timespec duration{20, 0};
    result = futex(&word, FUTEX_WAIT_PRIVATE, 0, &duration);
    error = errno;
  });
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, ETIMEDOUT);
}

int destroyed; // the sum of the values that a key's destructor saw

TEST(Key, EachThreadHasAValueThatItsDestructorGetsWhenItEnds) {
  destroyed = 0;
  int afterOther = 0;
  void* mine = nullptr;
  int one = 1;
  int two = 2;
  execute([&] {
    pthread_key_t key;
    pthread_key_create(&key, [](void* value) { destroyed += *static_cast<int*>(value); });
    pthread_setspecific(key, &one);
    Thread other([&] { pthread_setspecific(key, &two); });
    other.join();
    afterOther = destroyed;
    mine = pthread_getspecific(key);
  });
  EXPECT_EQ(afterOther, 2);
  EXPECT_EQ(mine, &one);
}

TEST(Key, KeysOfOneExecutionAreGoneInTheNext) {
  pthread_key_t first = 0;
  pthread_key_t second = 1;
  execute([&] { pthread_key_create(&first, nullptr); });
  execute([&] { pthread_key_create(&second, nullptr); });
  EXPECT_EQ(first, second);
}

TEST(VirtualTime, ASleepTakesItsTimeAndNoMore) {
  long slept = 0;
  Ended ended = execute([&] {
    timespec before = fromNow(0, CLOCK_MONOTONIC);
    sleep(7);
    slept = fromNow(0, CLOCK_MONOTONIC).tv_sec - before.tv_sec;
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(slept, 7);
}

TEST(VirtualTime, ReadingTheClockMovesIt) {
  bool moved = false;
  execute([&] {
    timespec first{};
    timespec second{};
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    moved = second.tv_nsec > first.tv_nsec;
  });
  EXPECT_TRUE(moved);
}

TEST(VirtualTime, StartsAtTheSameMomentInEveryExecution) {
  timespec first{};
  timespec second{};
  auto look = [](timespec& at) {
    return [&at] {
      clock_gettime(CLOCK_REALTIME, &at);
      sleep(100);
    };
  };
  execute(look(first));
  execute(look(second));
  EXPECT_EQ(first.tv_sec, second.tv_sec);
  EXPECT_EQ(first.tv_nsec, second.tv_nsec);
}

TEST(VirtualTime, WhoSleepsLessWakesFirst) {
  std::string order;
  execute([&] {
    Thread slow([&] {
      sleep(2);
      order += "slow ";
    });
    Thread quick([&] {
      sleep(1);
      order += "quick ";
    });
    slow.join();
    quick.join();
  });
  EXPECT_EQ(order, "quick slow ");
}

} // namespace
} // namespace heddle::runtime::test
