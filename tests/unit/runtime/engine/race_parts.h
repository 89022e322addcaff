// SPDX-License-Identifier: Apache-2.0
// Two threads, each with a part that runs in one fixed order. They race if only that order separates their accesses.
#pragma once

#include <gtest/gtest.h>

#include "execution.h"

namespace heddle::runtime::test {

struct Shared {
  int data = 0;
  int flag = 0;
  int gate = 0;
  char bytes[8] = {};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
};

using Part = std::function<void(Shared&)>;

// The races between `first`, run by a thread, and `second`, run by another one afterwards.
inline std::vector<Race>
racesOf(const Part& first, const Part& second, const Options& options = {}) {
  Ended ended = executeWarm(
      [&] {
        auto& shared = subjectNew<Shared>();
        Thread a([&] { first(shared); });
        Thread b([&] { second(shared); });
        letRun(a);
        letRun(b);
        a.join();
        b.join();
      },
      options);
  EXPECT_TRUE(ended.isFine()) << ended.message();
  return ended.races;
}

inline void writeData(Shared& shared) {
  write(shared.data, 1);
}
inline void readData(Shared& shared) {
  read(shared.data);
}

inline Part storeFlag(MemoryOrder order) {
  return [order](Shared& shared) { storeAtomic(shared.flag, 1, order); };
}
inline Part loadFlag(MemoryOrder order) {
  return [order](Shared& shared) { loadAtomic(shared.flag, order); };
}
inline Part addToFlag(MemoryOrder order) {
  return [order](Shared& shared) { addAtomic(shared.flag, 1, order); };
}
inline Part inTurn(const Part& first, const Part& second) {
  return [=](Shared& shared) {
    first(shared);
    second(shared);
  };
}
inline Part fenceOf(MemoryOrder order) {
  return [order](Shared&) { fence(order); };
}

} // namespace heddle::runtime::test
