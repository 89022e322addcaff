// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <semaphore.h>
#include <set>

#include "execution.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"

extern "C" {
bool heddle_rt_once_begin(void* control);
void heddle_rt_once_end(void* control, bool succeeded);
}

namespace heddle::runtime::test {
namespace {

TEST(Scheduler, EveryOrderOfTwoAtomicStoresIsRunOnce) {
  std::multiset<std::string> orders;
  std::string order;
  unsigned executions = executeInEveryOrder(
      [&] {
        order.clear();
        int& data = subjectNew<int>();
        auto twice = [&](char name) {
          for (int i = 0; i < 2; ++i) {
            storeAtomic(data, i, MemoryOrder::Relaxed);
            order += name;
          }
        };
        Thread a([&] { twice('a'); });
        Thread b([&] { twice('b'); });
        a.join();
        b.join();
      },
      [&](const Ended&) { orders.insert(order); });
  std::set<std::string> distinct(orders.begin(), orders.end());
  EXPECT_EQ(distinct.size(), 6u) << "2 of a among 4";
  EXPECT_GE(executions, 6u);
}

TEST(Scheduler, SegmentsSayWhoRanForHowLong) {
  Ended ended = execute([] {
    int& data = subjectNew<int>();
    Thread other([&] {
      for (int i = 0; i < 5; ++i)
        storeAtomic(data, i, MemoryOrder::Relaxed);
    });
    other.join();
  });
  ASSERT_EQ(ended.segments.size(), 3u);
  EXPECT_EQ(ended.segments[0].thread, 0);
  EXPECT_FALSE(ended.segments[0].preempted) << "it waited";
  EXPECT_EQ(ended.segments[1].thread, 1);
  EXPECT_EQ(ended.segments[1].events, 5u);
  EXPECT_EQ(ended.segments[2].thread, 0);
}

TEST(Scheduler, ASwitchFromAThreadThatCouldGoOnIsAPreemption) {
  bool preempted = false;
  executeInEveryOrder(
      [] {
        int& data = subjectNew<int>();
        Thread other([&] { storeAtomic(data, 1, MemoryOrder::Relaxed); });
        storeAtomic(data, 2, MemoryOrder::Relaxed);
        other.join();
      },
      [&](const Ended& ended) { preempted = preempted || ended.segments[0].preempted; });
  EXPECT_TRUE(preempted);
}

// The thread with the lowest number runs; what it is about to do when it is asked for is kept.
class ListeningChooser final : public Chooser {
public:
  ThreadId choose(const SchedulingPoint& point) override {
    if (point.currentEnabled)
      announced.push_back(point.pending[point.current]);
    return point.enabled.first();
  }
  unsigned pick(const Choice&) override { return 0; }

  std::vector<PendingOperation> announced;
};

TEST(Scheduler, AThreadStopsBeforeAnOperationAndAnnouncesIt) {
  ListeningChooser chooser;
  int* data = nullptr;
  Body body = [&] {
    data = &subjectNew<int>();
    Thread writer([&] { storeAtomic(*data, 1, MemoryOrder::Relaxed); });
    Thread idle([] {});
    chooser.announced.clear();
    writer.join();
    idle.join();
  };
  setSubjectBody(body);
  Lease().run({.chooser = chooser, .options = {}});
  ASSERT_EQ(chooser.announced.size(), 1u);
  EXPECT_EQ(chooser.announced[0].kind, EventKind::AtomicStore);
  EXPECT_EQ(chooser.announced[0].address, reinterpret_cast<std::uintptr_t>(data));
  EXPECT_TRUE(chooser.announced[0].isWrite);
  EXPECT_EQ(chooser.announced[0].size, sizeof(int));
}

// Switches away from the first thread that is about to do `kind`, and then lets the others run.
class StoppingChooser final : public Chooser {
public:
  explicit StoppingChooser(EventKind kind) : kind_(kind) {}

  ThreadId choose(const SchedulingPoint& point) override {
    if (taken && point.current != stopped && point.enabled.contains(stopped))
      offered = true;
    bool stopsHere =
        stopped == kNoThread && point.currentEnabled && point.pending[point.current].kind == kind_;
    if (stopsHere) {
      stopped = point.current;
      return point.enabled.nth(point.enabledCount - 1);
    }
    return point.currentEnabled ? point.current : point.enabled.first();
  }
  unsigned pick(const Choice&) override { return 0; }

  ThreadId stopped = kNoThread;
  bool taken = false;   // by another thread, what the stopped one wants
  bool offered = false; // the stopped one, during that time

private:
  EventKind kind_;
};

// Two threads take the same thing, the first one stopped before it does. Returns whether that one was a choice although it
// could not have it.
bool offersTheLoser(EventKind kind, const Body& prepare, const Body& take, const Body& give) {
  StoppingChooser chooser(kind);
  Body body = [&] {
    prepare();
    int& data = subjectNew<int>();
    auto visit = [&] {
      take();
      chooser.taken = true;
      storeAtomic(data, 1, MemoryOrder::Relaxed);
      chooser.taken = false;
      give();
    };
    Thread first(visit);
    Thread second(visit);
    first.join();
    second.join();
  };
  setSubjectBody(body);
  Options options = with(&Options::askWhenAlone);
  const Outcome& outcome = Lease().run({.chooser = chooser, .options = options});
  EXPECT_EQ(outcome.kind, FailureKind::None) << abi::nameOf(outcome.message.id);
  EXPECT_EQ(chooser.stopped, 1);
  return chooser.offered;
}

TEST(Scheduler, WhoLostALockIsNoChoiceUntilItIsFree) {
  pthread_mutex_t* mutex = nullptr;
  EXPECT_FALSE(offersTheLoser(
      EventKind::Lock,
      [&] { mutex = &subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER); },
      [&] { pthread_mutex_lock(mutex); },
      [&] { pthread_mutex_unlock(mutex); }));
}

TEST(Scheduler, WhoLostASpinLockIsNoChoiceUntilItIsFree) {
  pthread_spinlock_t* lock = nullptr;
  EXPECT_FALSE(offersTheLoser(
      EventKind::Lock,
      [&] { lock = &subjectNew<pthread_spinlock_t>(); },
      [&] { pthread_spin_lock(lock); },
      [&] { pthread_spin_unlock(lock); }));
}

TEST(Scheduler, WhoLostAReadWriteLockIsNoChoiceUntilItIsFree) {
  pthread_rwlock_t* lock = nullptr;
  auto prepare = [&] { lock = &subjectNew<pthread_rwlock_t>(PTHREAD_RWLOCK_INITIALIZER); };
  auto write = [&] { pthread_rwlock_wrlock(lock); };
  auto read = [&] { pthread_rwlock_rdlock(lock); };
  auto give = [&] { pthread_rwlock_unlock(lock); };
  EXPECT_FALSE(offersTheLoser(EventKind::Lock, prepare, write, give));
  EXPECT_TRUE(offersTheLoser(EventKind::LockShared, prepare, read, give)) << "both may read";
}

TEST(Scheduler, WhoLostASemaphoreIsNoChoiceUntilThePost) {
  sem_t* semaphore = nullptr;
  EXPECT_FALSE(offersTheLoser(
      EventKind::SemaphoreWait,
      [&] {
        semaphore = &subjectNew<sem_t>();
        sem_init(semaphore, 0, 1);
      },
      [&] { sem_wait(semaphore); },
      [&] { sem_post(semaphore); }));
}

TEST(Scheduler, WhoCameSecondToAnInitialiserIsNoChoiceUntilItIsDone) {
  std::uint64_t* control = nullptr;
  bool isFirst = false;
  EXPECT_FALSE(offersTheLoser(
      EventKind::Once,
      [&] { control = &subjectNew<std::uint64_t>(); },
      [&] { isFirst = heddle_rt_once_begin(control); },
      [&] {
        if (isFirst)
          heddle_rt_once_end(control, true);
      }));
}

TEST(Scheduler, AThreadThatHasNotStartedAnnouncesThat) {
  EventKind kind{};
  execute([&] {
    Thread other([] {});
    kind = pendingOperations[other.id()].kind;
    other.join();
  });
  EXPECT_EQ(kind, EventKind::ThreadStart);
}

TEST(Scheduler, AThreadThatSpinsGetsWhatItWaitsForOnceTurnsAreFair) {
  Ended ended = execute(
      [] {
        int& flag = subjectNew<int>();
        Thread other([&] { storeAtomic(flag, 1, MemoryOrder::Release); });
        while (loadAtomic(flag, MemoryOrder::Acquire) == 0) {
        }
        other.join();
      },
      withLimits(1000, 100'000));
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_TRUE(ended.outcome.madeFair);
  EXPECT_GT(ended.outcome.events, 1000u);
}

TEST(Scheduler, TheChooserIsNotOverruledBeforeThat) {
  Ended ended = execute([] {
    int& flag = subjectNew<int>();
    Thread other([&] { storeAtomic(flag, 1, MemoryOrder::Release); });
    for (int i = 0; i < 1000; ++i)
      loadAtomic(flag, MemoryOrder::Acquire);
    other.join();
  });
  EXPECT_FALSE(ended.outcome.madeFair);
}

TEST(Scheduler, ASleeperWakesUpWhileOthersSpin) {
  Ended ended = execute(
      [] {
        int& flag = subjectNew<int>();
        Thread sleeper([&] {
          timespec day{86'400, 0};
          nanosleep(&day, nullptr);
          storeAtomic(flag, 1, MemoryOrder::Release);
        });
        letRun(sleeper);
        while (loadAtomic(flag, MemoryOrder::Acquire) == 0) {
        }
        sleeper.join();
      },
      withLimits(1000, 1'000'000));
  EXPECT_TRUE(ended.isFine()) << ended.message();
}

} // namespace
} // namespace heddle::runtime::test
