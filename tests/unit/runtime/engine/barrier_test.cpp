// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

pthread_barrier_t& newBarrier(unsigned count) {
  auto& barrier = subjectNew<pthread_barrier_t>();
  pthread_barrier_init(&barrier, nullptr, count);
  return barrier;
}

TEST(Barrier, NobodyPassesBeforeTheLastHasArrivedInAnyOrder) {
  int arrived = 0;
  int fewestSeen = 2;
  executeInEveryOrder(
      [&] {
        arrived = 0;
        pthread_barrier_t& barrier = newBarrier(2);
        auto meet = [&] {
          ++arrived;
          pthread_barrier_wait(&barrier);
          fewestSeen = std::min(fewestSeen, arrived);
        };
        Thread other(meet);
        meet();
        other.join();
      },
      [](const Ended& ended) { EXPECT_TRUE(ended.isFine()) << ended.message(); });
  EXPECT_EQ(fewestSeen, 2);
}

TEST(Barrier, OneThreadOfEachRoundIsTold) {
  int serial = 0;
  Ended ended = execute([&] {
    pthread_barrier_t& barrier = newBarrier(2);
    auto meetTwice = [&] {
      for (int round = 0; round < 2; ++round)
        serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD ? 1 : 0;
    };
    Thread other(meetTwice);
    meetTwice();
    other.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(serial, 2);
}

TEST(Barrier, AMissingThreadIsADeadlock) {
  Ended ended = execute([&] { pthread_barrier_wait(&newBarrier(2)); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
}

TEST(Barrier, NobodyCannotMeet) {
  int result = 0;
  execute([&] {
    pthread_barrier_t barrier;
    result = pthread_barrier_init(&barrier, nullptr, 0);
  });
  EXPECT_EQ(result, EINVAL);
}

} // namespace
} // namespace heddle::runtime::test
