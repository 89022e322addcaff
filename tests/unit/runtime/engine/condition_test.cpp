// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cerrno>
#include <semaphore.h>
#include <set>

#include "execution.h"
#include "runtime/state.h"

namespace heddle::runtime::test {
namespace {

// A condition variable and its mutex, in the subject's memory.
struct Monitor {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

  void lock() { pthread_mutex_lock(&mutex); }
  void unlock() { pthread_mutex_unlock(&mutex); }
  void wait() { pthread_cond_wait(&condition, &mutex); }
  int waitUntil(timespec when) { return pthread_cond_timedwait(&condition, &mutex, &when); }
  void signal() { pthread_cond_signal(&condition); }
  void broadcast() { pthread_cond_broadcast(&condition); }
};

TEST(ConditionVariable, AWaiterGoesOnAfterTheNotificationWithItsMutex) {
  std::string order;
  int whileWaiting = -1;
  int afterwards = 0;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      monitor.wait();
      order += "woken ";
      letRun(0);
      monitor.unlock();
    });
    letRun(waiter);
    whileWaiting = pthread_mutex_trylock(&monitor.mutex);
    monitor.signal();
    letRun(waiter);
    order += "signalled ";
    monitor.unlock();
    letRun(waiter);
    afterwards = pthread_mutex_trylock(&monitor.mutex);
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(whileWaiting, 0) << "a waiter gives up its mutex";
  EXPECT_EQ(order, "signalled woken ") << "a waiter needs its mutex back";
  EXPECT_EQ(afterwards, EBUSY);
}

TEST(ConditionVariable, ANotifiedThreadIsNoChoiceWhileItsMutexIsTaken) {
  bool isChoice = true;
  bool isChoiceAfterwards = false;
  execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      monitor.wait();
      monitor.unlock();
    });
    letRun(waiter);
    monitor.lock();
    monitor.signal();
    isChoice = exec.runnable.contains(waiter.id());
    monitor.unlock();
    isChoiceAfterwards = exec.runnable.contains(waiter.id());
    waiter.join();
  });
  EXPECT_FALSE(isChoice);
  EXPECT_TRUE(isChoiceAfterwards);
}

TEST(ConditionVariable, WhichOfSeveralWaitersASignalWakesIsAChoice) {
  std::set<std::string> woken;
  std::string first;
  executeInEveryOrder(
      [&] {
        auto& monitor = subjectNew<Monitor>();
        auto& arrived = subjectNew<sem_t>();
        auto& left = subjectNew<sem_t>();
        sem_init(&arrived, 0, 0);
        sem_init(&left, 0, 0);
        auto wait = [&](const char* name) {
          monitor.lock();
          sem_post(&arrived);
          monitor.wait();
          first = name;
          sem_post(&left);
        };
        auto letWait = [&] {
          sem_wait(&arrived);
          monitor.lock(); // it is free when the thread waits
          monitor.unlock();
        };
        Thread a([&] { wait("a"); });
        letWait();
        Thread b([&] { wait("b"); });
        letWait();
        monitor.signal();
        sem_wait(&left);
      },
      [&](const Ended& ended) {
        EXPECT_TRUE(ended.isFine()) << ended.message();
        woken.insert(first);
      });
  EXPECT_EQ(woken, (std::set<std::string>{"a", "b"}));
}

// Two threads wait; `notify` is called once.
Ended notifyTwoWaiters(void (Monitor::*notify)(), int& woken) {
  return execute([&] {
    auto& monitor = subjectNew<Monitor>();
    auto wait = [&] {
      monitor.lock();
      monitor.wait();
      ++woken;
      monitor.unlock();
    };
    Thread a(wait);
    Thread b(wait);
    letRun(a);
    letRun(b);
    (monitor.*notify)();
    a.join();
    b.join();
  });
}

TEST(ConditionVariable, ASignalWakesOneWaiter) {
  int woken = 0;
  EXPECT_EQ(notifyTwoWaiters(&Monitor::signal, woken).outcome.kind, FailureKind::LostWakeup);
  EXPECT_EQ(woken, 1);
}

TEST(ConditionVariable, ABroadcastWakesAllWaiters) {
  int woken = 0;
  Ended ended = notifyTwoWaiters(&Monitor::broadcast, woken);
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(woken, 2);
}

TEST(ConditionVariable, ANotificationBeforeTheWaitIsLost) {
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    monitor.signal();
    monitor.lock();
    monitor.wait();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LostWakeup);
}

TEST(ConditionVariable, AnotherConditionsSignalWakesNobody) {
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    auto& other = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      monitor.wait();
    });
    letRun(waiter);
    other.signal();
    other.broadcast();
    waiter.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LostWakeup);
}

TEST(ConditionVariable, AWaitOfTenSecondsTimesOutOnlyWhenNobodyCanRun) {
  std::string order;
  int result = 0;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      result = monitor.waitUntil(fromNow(10'000));
      order += "timed out ";
      monitor.unlock();
    });
    letRun(waiter);
    letRun(waiter);
    order += "main ";
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, ETIMEDOUT);
  EXPECT_EQ(order, "main timed out ");
}

TEST(ConditionVariable, AShortWaitMayTimeOutAtAnyMoment) {
  std::string order;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      monitor.waitUntil(fromNow(5));
      order += "timed out ";
      monitor.unlock();
    });
    letRun(waiter);
    letRun(waiter);
    order += "main ";
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(order, "timed out main ");
}

TEST(ConditionVariable, AWaitCannotTimeOutWhileItsMutexIsTaken) {
  std::string order;
  long moved = -1;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      monitor.waitUntil(fromNow(5));
      order += "timed out ";
      monitor.unlock();
    });
    letRun(waiter);
    monitor.lock();
    timespec before = fromNow(0);
    letRun(waiter);
    moved = fromNow(0).tv_nsec - before.tv_nsec;
    order += "main ";
    monitor.unlock();
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_LT(moved, 1'000'000) << "the clock stays before the deadline";
  EXPECT_EQ(order, "main timed out ");
}

TEST(ConditionVariable, ANotifiedTimedWaitReturnsZero) {
  int result = -1;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    Thread waiter([&] {
      monitor.lock();
      result = monitor.waitUntil(fromNow(10'000));
      monitor.unlock();
    });
    letRun(waiter);
    monitor.signal();
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, 0);
}

TEST(ConditionVariable, TheClockOfItsAttributesCounts) {
  int result = 0;
  long waited = 0;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&monitor.condition, &attributes);
    timespec before = fromNow(0, CLOCK_MONOTONIC);
    monitor.lock();
    result = monitor.waitUntil(fromNow(3'000, CLOCK_MONOTONIC));
    monitor.unlock();
    waited = fromNow(0, CLOCK_MONOTONIC).tv_sec - before.tv_sec;
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, ETIMEDOUT);
  EXPECT_EQ(waited, 3);
}

TEST(ConditionVariable, WaitingWithoutTheMutexIsMisuse) {
  Ended ended = execute([&] { subjectNew<Monitor>().wait(); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
}

TEST(ConditionVariable, ARecursiveMutexComesBackAsDeepAsItWas) {
  int afterOneUnlock = 0;
  int afterTwo = -1;
  Ended ended = execute([&] {
    auto& monitor = subjectNew<Monitor>();
    monitor.mutex.__data.__kind = PTHREAD_MUTEX_RECURSIVE;
    Thread waiter([&] {
      monitor.lock();
      monitor.lock();
      monitor.wait();
      monitor.unlock();
      letRun(0);
      monitor.unlock();
      letRun(0);
    });
    letRun(waiter);
    monitor.signal();
    letRun(waiter);
    afterOneUnlock = pthread_mutex_trylock(&monitor.mutex);
    letRun(waiter);
    afterTwo = pthread_mutex_trylock(&monitor.mutex);
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(afterOneUnlock, EBUSY);
  EXPECT_EQ(afterTwo, 0);
}

} // namespace
} // namespace heddle::runtime::test
