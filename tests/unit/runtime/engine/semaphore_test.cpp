// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <semaphore.h>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

sem_t& newSemaphore(unsigned value) {
  auto& semaphore = subjectNew<sem_t>();
  sem_init(&semaphore, 0, value);
  return semaphore;
}

TEST(Semaphore, AWaitAtZeroLastsUntilTheNextPost) {
  std::string order;
  Ended ended = execute([&] {
    sem_t& semaphore = newSemaphore(1);
    sem_wait(&semaphore);
    Thread waiter([&] {
      sem_wait(&semaphore);
      order += "waiter ";
    });
    letRun(waiter);
    order += "main ";
    sem_post(&semaphore);
    waiter.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(order, "main waiter ");
}

TEST(Semaphore, OnePostLetsOneWaiterThrough) {
  int through = 0;
  Ended ended = execute([&] {
    sem_t& semaphore = newSemaphore(0);
    auto wait = [&] {
      sem_wait(&semaphore);
      ++through;
    };
    Thread a(wait);
    Thread b(wait);
    letRun(a);
    letRun(b);
    sem_post(&semaphore);
    a.join();
    b.join();
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
  EXPECT_EQ(through, 1);
}

TEST(Semaphore, NoMoreThreadsAreInsideThanItsValueInEveryOrder) {
  int inside = 0;
  int most = 0;
  executeInEveryOrder(
      [&] {
        inside = 0;
        sem_t& semaphore = newSemaphore(1);
        auto visit = [&] {
          sem_wait(&semaphore);
          most = std::max(most, ++inside);
          sched_yield();
          --inside;
          sem_post(&semaphore);
        };
        Thread a(visit);
        visit();
        a.join();
      },
      [](const Ended& ended) { EXPECT_TRUE(ended.isFine()) << ended.message(); });
  EXPECT_EQ(most, 1);
}

TEST(Semaphore, AnAttemptAtZeroFailsAtOnce) {
  int result = 0;
  int error = 0;
  int left = -1;
  execute([&] {
    sem_t& semaphore = newSemaphore(1);
    sem_trywait(&semaphore);
    result = sem_trywait(&semaphore);
    error = errno;
    sem_getvalue(&semaphore, &left);
  });
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, EAGAIN);
  EXPECT_EQ(left, 0);
}

TEST(Semaphore, ATimedWaitGivesUpAndTakesNothing) {
  int result = 0;
  int error = 0;
  int left = -1;
  Ended ended = execute([&] {
    sem_t& semaphore = newSemaphore(0);
    timespec soon = fromNow(10);
    result = sem_timedwait(&semaphore, &soon);
    error = errno;
    sem_post(&semaphore);
    sem_getvalue(&semaphore, &left);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, ETIMEDOUT);
  EXPECT_EQ(left, 1);
}

} // namespace
} // namespace heddle::runtime::test
