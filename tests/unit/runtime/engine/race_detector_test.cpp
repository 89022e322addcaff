// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>

#include "race_parts.h"

namespace heddle::runtime::test {
namespace {

TEST(RaceDetector, AReadAndAWriteThatNothingOrdersRace) {
  std::vector<Race> races = racesOf(writeData, readData);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].firstThread, 1);
  EXPECT_EQ(races[0].secondThread, 2);
  EXPECT_TRUE(races[0].firstIsWrite);
  EXPECT_FALSE(races[0].secondIsWrite);
  EXPECT_LT(races[0].firstStep, races[0].secondStep);
}

TEST(RaceDetector, TheRaceIsFoundInTheOtherOrderToo) {
  std::vector<Race> races = racesOf(readData, writeData);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_FALSE(races[0].firstIsWrite);
  EXPECT_TRUE(races[0].secondIsWrite);
}

TEST(RaceDetector, TwoReadsDoNotRace) {
  EXPECT_TRUE(racesOf(readData, readData).empty());
}

TEST(RaceDetector, WritesOfDifferentBytesOfOneWordDoNotRace) {
  EXPECT_TRUE(racesOf([](Shared& shared) { write(shared.bytes[0], 'a'); },
                      [](Shared& shared) { write(shared.bytes[1], 'b'); })
                  .empty());
}

TEST(RaceDetector, ARangeRacesWithAByteInIt) {
  EXPECT_EQ(racesOf(
                [](Shared& shared) {
                  announceRange(siteAt(__LINE__, 8), shared.bytes, sizeof shared.bytes, true);
                },
                [](Shared& shared) { read(shared.bytes[7]); })
                .size(),
            1u);
}

TEST(RaceDetector, NothingIsDetectedWhenItIsTurnedOff) {
  EXPECT_TRUE(racesOf(writeData, readData, with(&Options::detectRaces, false)).empty());
}

TEST(RaceDetector, AReadOrderedByALockIsNoRace) {
  auto locked = [](const Part& part) {
    return [part](Shared& shared) {
      pthread_mutex_lock(&shared.mutex);
      part(shared);
      pthread_mutex_unlock(&shared.mutex);
    };
  };
  EXPECT_TRUE(racesOf(locked(writeData), locked(readData)).empty());
  EXPECT_EQ(racesOf(locked(writeData), readData).size(), 1u) << "a lock orders its users alone";
}

TEST(RaceDetector, WhatIsWrittenAfterTheUnlockIsNotOrdered) {
  EXPECT_EQ(racesOf(
                [](Shared& shared) {
                  pthread_mutex_lock(&shared.mutex);
                  pthread_mutex_unlock(&shared.mutex);
                  write(shared.data, 1);
                },
                [](Shared& shared) {
                  pthread_mutex_lock(&shared.mutex);
                  read(shared.data);
                  pthread_mutex_unlock(&shared.mutex);
                })
                .size(),
            1u);
}

TEST(RaceDetector, LocksOfTwoMutexesOrderNothing) {
  EXPECT_EQ(racesOf(
                [](Shared& shared) {
                  pthread_mutex_lock(&shared.mutex);
                  write(shared.data, 1);
                  pthread_mutex_unlock(&shared.mutex);
                },
                [](Shared& shared) {
                  pthread_rwlock_wrlock(&shared.rwlock);
                  read(shared.data);
                  pthread_rwlock_unlock(&shared.rwlock);
                })
                .size(),
            1u);
}

TEST(RaceDetector, ReadersOfAReadWriteLockAreNotOrderedAmongThemselves) {
  auto shared = [](const Part& part) {
    return [part](Shared& all) {
      pthread_rwlock_rdlock(&all.rwlock);
      part(all);
      pthread_rwlock_unlock(&all.rwlock);
    };
  };
  auto exclusive = [](const Part& part) {
    return [part](Shared& all) {
      pthread_rwlock_wrlock(&all.rwlock);
      part(all);
      pthread_rwlock_unlock(&all.rwlock);
    };
  };
  EXPECT_EQ(racesOf(shared(writeData), shared(readData)).size(), 1u);
  EXPECT_TRUE(racesOf(shared(readData), exclusive(writeData)).empty());
  EXPECT_TRUE(racesOf(exclusive(writeData), shared(readData)).empty());
}

TEST(RaceDetector, CreatingAndJoiningAThreadOrders) {
  Ended ended = executeWarm([&] {
    int& data = subjectNew<int>();
    Thread idle([] {}); // while there is no other thread nothing is recorded
    write(data, 1);
    Thread other([&] { write(data, read(data) + 1); });
    other.join();
    read(data);
    idle.join();
  });
  EXPECT_TRUE(ended.races.empty());
}

TEST(RaceDetector, WhatTheCreatorDoesBesideItsThreadIsNotOrdered) {
  Ended ended = executeWarm([&] {
    int& data = subjectNew<int>();
    Thread other([&] { read(data); });
    write(data, 1);
    other.join();
  });
  EXPECT_EQ(ended.races.size(), 1u);
}

TEST(RaceDetector, ASemaphoreOrdersThePostBeforeTheWait) {
  Ended ended = executeWarm([&] {
    int& data = subjectNew<int>();
    auto& ready = subjectNew<sem_t>();
    sem_init(&ready, 0, 0);
    Thread consumer([&] {
      sem_wait(&ready);
      read(data);
    });
    write(data, 1);
    sem_post(&ready);
    consumer.join();
  });
  EXPECT_TRUE(ended.races.empty());
}

TEST(RaceDetector, ABarrierOrdersWhatIsBeforeItWithWhatIsAfter) {
  Ended ended = executeWarm([&] {
    int& data = subjectNew<int>();
    auto& barrier = subjectNew<pthread_barrier_t>();
    pthread_barrier_init(&barrier, nullptr, 2);
    Thread other([&] {
      pthread_barrier_wait(&barrier);
      read(data);
    });
    write(data, 1);
    pthread_barrier_wait(&barrier);
    other.join();
  });
  EXPECT_TRUE(ended.races.empty());
}

TEST(RaceDetector, APairOfSitesIsReportedOncePerExecution) {
  Part readTwice = [](Shared& shared) {
    for (int i = 0; i < 2; ++i) {
      read(shared.data);
      fence(MemoryOrder::Release); // a new epoch
    }
  };
  EXPECT_EQ(racesOf(writeData, readTwice).size(), 1u);
}

TEST(RaceDetector, AnAtomicReadBeforeAPlainWriteHasItsValueInTime) {
  Part readAtomically = [](Shared& shared) { loadAtomic(shared.data, MemoryOrder::Relaxed); };
  EXPECT_TRUE(racesOf(readAtomically, writeData).empty());
  EXPECT_EQ(racesOf(writeData, readAtomically).size(), 1u);
}

} // namespace
} // namespace heddle::runtime::test
