// SPDX-License-Identifier: Apache-2.0
// Synchronisation by atomics and fences.
#include "race_parts.h"

namespace heddle::runtime::test {
namespace {

// Data written before one operation on an atomic and read after another one.
std::size_t racesAcross(const Part& publish, const Part& observe) {
  return racesOf(
             [&](Shared& shared) {
               write(shared.data, 1);
               publish(shared);
             },
             [&](Shared& shared) {
               observe(shared);
               read(shared.data);
             })
      .size();
}

TEST(SyncClocks, AnAcquireLoadSynchronisesWithTheReleaseStoreItReads) {
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Release), loadFlag(MemoryOrder::Acquire)), 0u);
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::SeqCst), loadFlag(MemoryOrder::SeqCst)), 0u);
}

TEST(SyncClocks, ARelaxedStoreOrLoadDoesNotSynchronise) {
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Relaxed), loadFlag(MemoryOrder::Acquire)), 1u);
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Release), loadFlag(MemoryOrder::Relaxed)), 1u);
}

TEST(SyncClocks, OfReadModifyWritesEachOrderCountsForItsOwnSide) {
  EXPECT_EQ(racesAcross(addToFlag(MemoryOrder::Release), addToFlag(MemoryOrder::Acquire)), 0u);
  EXPECT_EQ(racesAcross(addToFlag(MemoryOrder::Acquire), addToFlag(MemoryOrder::Acquire)), 1u);
  EXPECT_EQ(racesAcross(addToFlag(MemoryOrder::Release), addToFlag(MemoryOrder::Release)), 1u);
}

TEST(SyncClocks, FencesMakeRelaxedOperationsSynchronise) {
  Part publish = inTurn(fenceOf(MemoryOrder::Release), storeFlag(MemoryOrder::Relaxed));
  Part observe = inTurn(loadFlag(MemoryOrder::Relaxed), fenceOf(MemoryOrder::Acquire));
  EXPECT_EQ(racesAcross(publish, observe), 0u);
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Relaxed), observe), 1u);
  EXPECT_EQ(racesAcross(publish, loadFlag(MemoryOrder::Relaxed)), 1u);
}

TEST(SyncClocks, AFenceOnTheWrongSideDoesNotHelp) {
  Part lateRelease = inTurn(storeFlag(MemoryOrder::Relaxed), fenceOf(MemoryOrder::Release));
  Part earlyAcquire = inTurn(fenceOf(MemoryOrder::Acquire), loadFlag(MemoryOrder::Relaxed));
  EXPECT_EQ(racesAcross(lateRelease, loadFlag(MemoryOrder::Acquire)), 1u);
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Release), earlyAcquire), 1u);
}

TEST(SyncClocks, AReadModifyWriteCarriesAReleaseSequenceOn) {
  EXPECT_EQ(racesAcross(inTurn(storeFlag(MemoryOrder::Release), addToFlag(MemoryOrder::Relaxed)),
                        loadFlag(MemoryOrder::Acquire)),
            0u);
}

TEST(SyncClocks, AnotherStoreEndsAReleaseSequence) {
  EXPECT_EQ(racesAcross(inTurn(storeFlag(MemoryOrder::Release), storeFlag(MemoryOrder::Relaxed)),
                        loadFlag(MemoryOrder::Acquire)),
            1u);
}

TEST(SyncClocks, AnotherLocationDoesNotSynchronise) {
  EXPECT_EQ(racesAcross(storeFlag(MemoryOrder::Release),
                        [](Shared& shared) { loadAtomic(shared.gate, MemoryOrder::Acquire); }),
            1u);
}

TEST(SyncClocks, ManyObjectsKeepTheirClocks) {
  Ended ended = executeWarm([&] {
    constexpr int kObjects = 100; // the table of clocks grows several times
    int& data = subjectNew<int>();
    std::vector<int*> flags;
    for (int i = 0; i < kObjects; ++i)
      flags.push_back(&subjectNew<int>());
    Thread writer([&] {
      write(data, 1);
      for (int* flag : flags)
        storeAtomic(*flag, 1, MemoryOrder::Release);
    });
    Thread reader([&] {
      loadAtomic(*flags.front(), MemoryOrder::Acquire);
      read(data);
    });
    letRun(writer);
    letRun(reader);
    writer.join();
    reader.join();
  });
  EXPECT_TRUE(ended.races.empty());
}

TEST(SyncClocks, UnlockingPublishesWhatTheThreadHasTakenOver) {
  // a -> b by the flag, b -> main by the mutex: happens-before is transitive.
  Ended ended = executeWarm([&] {
    auto& shared = subjectNew<Shared>();
    Thread a([&] {
      write(shared.data, 1);
      storeAtomic(shared.flag, 1, MemoryOrder::Release);
    });
    Thread b([&] {
      loadAtomic(shared.flag, MemoryOrder::Acquire);
      pthread_mutex_lock(&shared.mutex);
      pthread_mutex_unlock(&shared.mutex);
    });
    letRun(a);
    letRun(b);
    pthread_mutex_lock(&shared.mutex);
    read(shared.data);
    pthread_mutex_unlock(&shared.mutex);
    a.join();
    b.join();
  });
  EXPECT_TRUE(ended.races.empty());
}

} // namespace
} // namespace heddle::runtime::test
