// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cerrno>

#include "execution.h"

namespace heddle::runtime::test {
namespace {

pthread_rwlock_t& newLock() {
  auto& lock = subjectNew<pthread_rwlock_t>();
  pthread_rwlock_init(&lock, nullptr);
  return lock;
}

TEST(ReadWriteLock, ReadersAreInsideTogether) {
  bool secondIsInside = false;
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_rdlock(&lock);
    Thread reader([&] {
      pthread_rwlock_rdlock(&lock);
      secondIsInside = true;
      pthread_rwlock_unlock(&lock);
    });
    reader.join();
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_TRUE(secondIsInside);
}

TEST(ReadWriteLock, AWriterWaitsForTheLastReader) {
  std::string order;
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_rdlock(&lock);
    Thread reader([&] {
      pthread_rwlock_rdlock(&lock);
      letRun(0);
      order += "reader ";
      pthread_rwlock_unlock(&lock);
    });
    letRun(reader);
    Thread writer([&] {
      pthread_rwlock_wrlock(&lock);
      order += "writer ";
      pthread_rwlock_unlock(&lock);
    });
    letRun(writer);
    pthread_rwlock_unlock(&lock);
    letRun(writer);
    order += "main ";
    reader.join();
    writer.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(order, "main reader writer ");
}

TEST(ReadWriteLock, AReaderWaitsForTheWriter) {
  std::string order;
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_wrlock(&lock);
    Thread reader([&] {
      pthread_rwlock_rdlock(&lock);
      order += "reader ";
      pthread_rwlock_unlock(&lock);
    });
    letRun(reader);
    order += "writer ";
    pthread_rwlock_unlock(&lock);
    reader.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(order, "writer reader ");
}

TEST(ReadWriteLock, ReadersAreLetInWhileAWriterWaits) {
  int result = -1;
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_rdlock(&lock);
    Thread writer([&] {
      pthread_rwlock_wrlock(&lock);
      pthread_rwlock_unlock(&lock);
    });
    letRun(writer);
    Thread reader([&] {
      result = pthread_rwlock_tryrdlock(&lock);
      pthread_rwlock_unlock(&lock);
    });
    reader.join();
    pthread_rwlock_unlock(&lock);
    writer.join();
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(result, 0);
}

TEST(ReadWriteLock, AttemptsFailWhereTheLockWouldHaveToWait) {
  int writeBesideReader = 0;
  int readBesideWriter = 0;
  execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_rdlock(&lock);
    Thread writer([&] { writeBesideReader = pthread_rwlock_trywrlock(&lock); });
    writer.join();
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    Thread reader([&] { readBesideWriter = pthread_rwlock_tryrdlock(&lock); });
    reader.join();
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_EQ(writeBesideReader, EBUSY);
  EXPECT_EQ(readBesideWriter, EBUSY);
}

TEST(ReadWriteLock, TheWriterIsRefusedASecondLock) {
  int again = 0;
  int shared = 0;
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    pthread_rwlock_wrlock(&lock);
    again = pthread_rwlock_wrlock(&lock);
    shared = pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(again, EDEADLK);
  EXPECT_EQ(shared, EDEADLK);
}

TEST(ReadWriteLock, ATimedLockGivesUp) {
  int write = 0;
  int read = 0;
  execute([&] {
    pthread_rwlock_t& lock = newLock();
    timespec soon = fromNow(10);
    pthread_rwlock_wrlock(&lock);
    Thread writer([&] { write = pthread_rwlock_timedwrlock(&lock, &soon); });
    Thread reader([&] { read = pthread_rwlock_timedrdlock(&lock, &soon); });
    writer.join();
    reader.join();
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_EQ(write, ETIMEDOUT);
  EXPECT_EQ(read, ETIMEDOUT);
}

TEST(ReadWriteLock, UnlockingWithoutALockIsMisuse) {
  Ended ended = execute([&] {
    pthread_rwlock_t& lock = newLock();
    Thread reader([&] {
      pthread_rwlock_rdlock(&lock);
      letRun(0);
      pthread_rwlock_unlock(&lock);
    });
    letRun(reader);
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
  EXPECT_EQ(ended.outcome.thread, 0);
}

} // namespace
} // namespace heddle::runtime::test
