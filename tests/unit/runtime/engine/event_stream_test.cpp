// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

std::vector<EventKind> kindsOf(const Ended& ended) {
  std::vector<EventKind> kinds;
  for (const Event& event : ended.events)
    kinds.push_back(event.kind);
  return kinds;
}

TEST(EventStream, TellsWhatThreadsDoInOrder) {
  Ended ended = executeTraced([] {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    Thread other([&] {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    });
    other.join();
  });
  EXPECT_EQ(kindsOf(ended),
            (std::vector<EventKind>{EventKind::ThreadStart,
                                    EventKind::Allocate,
                                    EventKind::ThreadCreate,
                                    EventKind::Blocked,
                                    EventKind::ThreadStart,
                                    EventKind::Lock,
                                    EventKind::Unlock,
                                    EventKind::ThreadExit,
                                    EventKind::ThreadJoin,
                                    EventKind::Exit}));
  EXPECT_EQ(ended.outcome.delivered, ended.events.size());
}

TEST(EventStream, AReadModifyWriteTellsBothValues) {
  Ended ended = executeTraced([] {
    int& data = subjectNew<int>(40);
    addAtomic(data, 2, MemoryOrder::SeqCst);
  });
  const Event& event = ended.events.at(2);
  EXPECT_EQ(event.kind, EventKind::AtomicRmw);
  EXPECT_EQ(event.previous, 40u);
  EXPECT_EQ(event.value, 42u);
}

TEST(EventStream, AFailedAttemptIsMarked) {
  Ended ended = executeTraced([] {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    pthread_mutex_lock(&mutex);
    pthread_mutex_trylock(&mutex);
    exchangeIfEqual(subjectNew<int>(1), 2, 3);
  });
  unsigned failed = 0;
  for (const Event& event : ended.events)
    failed += event.failed ? 1 : 0;
  EXPECT_EQ(failed, 2u);
}

TEST(EventStream, EqualExecutionsHaveEqualHashes) {
  auto hashOf = [](int stores) {
    executeTraced([=] {
      int& data = subjectNew<int>();
      for (int i = 0; i < stores; ++i)
        storeAtomic(data, i, MemoryOrder::Relaxed);
    });
    return traceHash();
  };
  EXPECT_EQ(hashOf(3), hashOf(3));
  EXPECT_NE(hashOf(3), hashOf(4));
}

} // namespace
} // namespace heddle::runtime::test
