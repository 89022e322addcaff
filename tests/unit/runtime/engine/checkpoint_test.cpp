// SPDX-License-Identifier: Apache-2.0
// A checkpoint is saved at a scheduling point. Another execution resumes it: the subject's state is restored, the variables
// of the test keep their values.
#include <gtest/gtest.h>

#include <functional>

#include "execution.h"
#include "runtime/memory/arena.h"
#include "runtime/state.h"
#include "subject.h"

namespace heddle::runtime::test {
namespace {

// Saves where the subject asks for it, and otherwise lets threads run as far as they get.
class SavingChooser final : public Chooser {
public:
  explicit SavingChooser(unsigned slot) : slot_(slot) {}

  ThreadId choose(const SchedulingPoint& point) override {
    if (savesNext) {
      savesNext = false;
      if (saveCheckpoint(slot_))
        ++resumed;
      else
        saved = true;
    }
    return point.currentEnabled ? point.current : point.enabled.first();
  }
  unsigned pick(const Choice&) override { return 0; }
  unsigned slot() const { return slot_; }

  bool savesNext = false;
  bool saved = false;
  unsigned resumed = 0;

private:
  unsigned slot_;
};

// A point in the middle of an execution: where it is, a checkpoint is saved.
struct Middle {
  SavingChooser& chooser;
  void operator()() const {
    chooser.savesNext = true;
    schedulingPoint();
  }
  static void schedulingPoint() {
    int& data = subjectNew<int>();
    loadAtomic(data, MemoryOrder::Relaxed);
  }
};

struct Both {
  Outcome whole;
  Outcome resumed;
  unsigned resumptions;
};

// Runs `body` from its start to its end and then once more from its middle.
Both runAndResume(const std::function<void(const Middle&)>& body) {
  Lease lease;
  SavingChooser chooser(lease.takeSlot());
  Options options = with(&Options::askWhenAlone);
  Body whole = [&] { body(Middle{chooser}); };
  setSubjectBody(whole);
  Both both{};
  both.whole = lease.run({.chooser = chooser, .options = options});
  EXPECT_TRUE(chooser.saved);
  both.resumed = lease.run({.chooser = chooser, .options = options, .checkpoint = chooser.slot()});
  both.resumptions = chooser.resumed;
  return both;
}

TEST(Checkpoint, ResumingGoesOnFromTheMiddle) {
  int before = 0;
  int after = 0;
  Both both = runAndResume([&](const Middle& middle) {
    ++before;
    middle();
    ++after;
  });
  EXPECT_EQ(both.resumptions, 1u);
  EXPECT_EQ(before, 1);
  EXPECT_EQ(after, 2);
  EXPECT_EQ(both.resumed.events, both.whole.events);
}

TEST(Checkpoint, HeapGlobalsAndLocalsAreAsTheyWere) {
  std::vector<int> seen;
  runAndResume([&](const Middle& middle) {
    volatile int local = 1;
    int& block = subjectNew<int>(2);
    subjectGlobal = 3;
    middle();
    seen.insert(seen.end(), {local, block, subjectGlobal});
    local = 10;
    block = 20;
    subjectGlobal = 30;
  });
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, 1, 2, 3}));
}

TEST(Checkpoint, WhatWasAllocatedAfterItIsNoLongerValid) {
  std::vector<bool> valid;
  std::uintptr_t later = 0;
  runAndResume([&](const Middle& middle) {
    middle();
    if (later != 0)
      valid.push_back(isValidRange(later, 4));
    later = reinterpret_cast<std::uintptr_t>(&subjectNew<int>());
    valid.push_back(isValidRange(later, 4));
  });
  EXPECT_EQ(valid, (std::vector<bool>{true, false, true}));
}

TEST(Checkpoint, WhatWasFreedAfterItIsValidAgain) {
  std::vector<int> values;
  Both both = runAndResume([&](const Middle& middle) {
    int& block = subjectNew<int>(5);
    middle();
    values.push_back(read(block));
    arenaFree(&block, AllocationFamily::Malloc);
  });
  EXPECT_EQ(both.resumed.kind, FailureKind::None);
  EXPECT_EQ(values, (std::vector<int>{5, 5}));
}

TEST(Checkpoint, OtherThreadsWaitWhereTheyWaited) {
  std::string order;
  Both both = runAndResume([&](const Middle& middle) {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    pthread_mutex_lock(&mutex);
    Thread other([&] {
      pthread_mutex_lock(&mutex);
      order += "other ";
      pthread_mutex_unlock(&mutex);
    });
    middle();
    order += "main ";
    pthread_mutex_unlock(&mutex);
    other.join();
  });
  EXPECT_EQ(both.resumed.kind, FailureKind::None) << abi::nameOf(both.resumed.message.id);
  EXPECT_EQ(order, "main other main other ");
}

TEST(Checkpoint, TheClockGoesBack) {
  std::vector<long> times;
  runAndResume([&](const Middle& middle) {
    middle();
    times.push_back(fromNow(0, CLOCK_MONOTONIC).tv_sec);
    timespec duration{50, 0};
    nanosleep(&duration, nullptr);
  });
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0], times[1]);
}

TEST(Checkpoint, RacesOfBothPartsAreSeenInEach) {
  std::vector<std::size_t> counts;
  Lease lease;
  SavingChooser chooser(lease.takeSlot());
  Options options = with(&Options::askWhenAlone);
  options.everyAccessIsAPoint = true;
  Body body = [&] {
    int& data = subjectNew<int>();
    Thread other([&] { read(data); });
    write(data, 1);
    chooser.savesNext = true;
    Middle::schedulingPoint();
    other.join();
  };
  setSubjectBody(body);
  std::size_t count;
  lease.run({.chooser = chooser, .options = options});
  races(&count);
  counts.push_back(count);
  lease.run({.chooser = chooser, .options = options, .checkpoint = chooser.slot()});
  races(&count);
  counts.push_back(count);
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 1}));
}

TEST(Lease, AnotherLeaseEndsIt) {
  Lease first;
  EXPECT_TRUE(first.isHeld());
  {
    Lease second;
    EXPECT_FALSE(first.isHeld());
    EXPECT_TRUE(second.isHeld());
  }
  EXPECT_FALSE(first.isHeld());
}

TEST(Lease, AFreedSlotIsGivenOutAgain) {
  Lease lease;
  unsigned first = lease.takeSlot();
  unsigned second = lease.takeSlot();
  EXPECT_NE(first, second);
  lease.freeSlot(first);
  EXPECT_EQ(lease.takeSlot(), first);
}

} // namespace
} // namespace heddle::runtime::test
