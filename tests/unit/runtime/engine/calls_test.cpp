// SPDX-License-Identifier: Apache-2.0
// Calls of a class: the real interpreter runs in the subject (subject_main.cpp), the test defines what its methods do.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "execution.h"
#include "runtime/calls.h"
#include "runtime/memory/arena.h"
#include "subject.h"

namespace heddle::runtime::test {
namespace {

// The object that every test constructs: operation 0. Operations 1 to 3 are methods of the test.
struct Object {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
  long value = 0;
};
using MethodBody = std::function<std::uint64_t(Object&)>;
std::array<MethodBody, 4> methods;
bool invariantHolds = true;

using Operations = std::vector<std::uint16_t>;

// A test of the class. The object is constructed first.
class Calls final : public CallSource {
public:
  Calls(const Operations& prefix, const std::vector<Operations>& lanes, const Operations& epilogue)
      : lanes_(static_cast<unsigned>(lanes.size())) {
    calls_[abi::kPrefixLane].push_back({});
    add(abi::kPrefixLane, prefix);
    for (unsigned i = 0; i < lanes_; ++i)
      add(i + 1, lanes[i]);
    add(abi::kEpilogueLane, epilogue);
  }

  const abi::Call* nextCall(unsigned lane, unsigned index) override {
    if (index < calls_[lane].size())
      return &calls_[lane][index];
    if (atLaneEnd)
      atLaneEnd(lane);
    return nullptr;
  }
  unsigned laneCount() override { return lanes_; }

  std::function<void(unsigned lane)> atLaneEnd;

private:
  void add(unsigned lane, const Operations& operations) {
    for (std::uint16_t operation : operations)
      calls_[lane].emplace_back().operation = operation;
  }

  std::array<std::vector<abi::Call>, abi::kLanes> calls_;
  unsigned lanes_;
};

// Threads in the order of their numbers, each as far as it gets.
class InOrder final : public Chooser {
public:
  ThreadId choose(const SchedulingPoint& point) override {
    return point.currentEnabled ? point.current : point.enabled.first();
  }
  unsigned pick(const Choice&) override { return 0; }
};

class EventList final : public EventSink {
public:
  void onEvent(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

class ClassTest : public testing::Test {
protected:
  ClassTest() {
    methods.fill([](Object&) { return 0; });
    invariantHolds = true;
    setSubjectBody(body_);
  }

  const Outcome& run(CallSource& calls, EventSink* sink = nullptr) {
    return lease_.run({.chooser = chooser_, .options = options_, .sink = sink, .calls = &calls});
  }
  // Calls one method in the prefix.
  const CallRecord& runOne(std::uint16_t operation) {
    Calls calls({operation}, {}, {});
    run(calls);
    std::size_t count;
    return callRecords(&count)[1];
  }

  Options options_;
  Lease lease_;
  InOrder chooser_;

private:
  Body body_ = [] { subjectRunCalls(); };
};

TEST_F(ClassTest, CallsRunInThePrefixThenInLanesThenInTheEpilogue) {
  Calls calls({1}, {{2, 3}, {1}}, {3});
  EXPECT_EQ(run(calls).kind, FailureKind::None);
  std::size_t count;
  const CallRecord* records = callRecords(&count);
  std::vector<std::array<unsigned, 3>> order;
  for (std::size_t i = 0; i < count; ++i)
    order.push_back({records[i].lane, records[i].index, records[i].call->operation});
  EXPECT_EQ(
      order,
      (std::vector<std::array<unsigned, 3>>{
          {0, 0, 0}, {0, 1, 1}, {1, 0, 2}, {1, 1, 3}, {2, 0, 1}, {abi::kEpilogueLane, 0, 3}}));
}

TEST_F(ClassTest, EachLaneHasAThreadOfItsOwn) {
  Calls calls({}, {{1}, {1}}, {});
  run(calls);
  EXPECT_EQ(laneThread(0), 0);
  EXPECT_EQ(laneThread(1), 1);
  EXPECT_EQ(laneThread(2), 2);
  EXPECT_EQ(laneThread(3), kNoThread);
  EXPECT_EQ(threadsOfTheClass(), 0u);
}

TEST_F(ClassTest, OtherThreadsAreThoseOfTheClass) {
  methods[1] = [](Object&) {
    Thread own([] {});
    own.join();
    return 0;
  };
  Calls calls({1}, {{1}, {2}}, {});
  run(calls);
  EXPECT_EQ(threadsOfTheClass(), 2u);
}

TEST_F(ClassTest, ResultsAreKept) {
  methods[1] = [](Object& object) { return static_cast<std::uint64_t>(++object.value); };
  Calls calls({1}, {{1}}, {1});
  run(calls);
  std::size_t count;
  const CallRecord* records = callRecords(&count);
  EXPECT_EQ(records[1].result.value, 1u);
  EXPECT_EQ(records[2].result.value, 2u);
  EXPECT_EQ(records[3].result.value, 3u);
  EXPECT_LT(records[2].lastEvent, records[3].firstEvent);
}

TEST_F(ClassTest, ACallThatReadsAClockIsMarked) {
  methods[1] = [](Object&) { return static_cast<std::uint64_t>(fromNow(0).tv_sec); };
  EXPECT_TRUE(runOne(1).timeDependent);
  EXPECT_FALSE(runOne(2).timeDependent);
}

TEST_F(ClassTest, ABusyLockIsRememberedUntilItIsTaken) {
  bool retries = false;
  methods[1] = [&](Object& object) {
    sched_yield();
    while (pthread_mutex_trylock(&object.mutex) != 0 && retries)
      sched_yield();
    return 0;
  };
  methods[2] = [](Object& object) {
    pthread_mutex_lock(&object.mutex);
    sched_yield();
    pthread_mutex_unlock(&object.mutex);
    return 0;
  };
  // Lane 2 holds the lock when lane 1 tries it.
  class Alternating final : public Chooser {
  public:
    ThreadId choose(const SchedulingPoint& point) override {
      for (ThreadId thread = point.enabled.first(); thread != kNoThread;
           thread = point.enabled.next(thread))
        if (point.currentYields && thread != point.current && thread != 0)
          return thread;
      return point.currentEnabled && !point.currentYields ? point.current : point.enabled.first();
    }
    unsigned pick(const Choice&) override { return 0; }
  } alternating;
  auto busyLock = [&](bool again) {
    retries = again;
    Calls calls({}, {{1}, {2}}, {});
    const Outcome& outcome =
        lease_.run({.chooser = alternating, .options = options_, .calls = &calls});
    EXPECT_EQ(outcome.kind, FailureKind::None) << abi::nameOf(outcome.message.id);
    std::size_t count;
    return callRecords(&count)[1].busyLock;
  };
  EXPECT_NE(busyLock(false), 0u);
  EXPECT_EQ(busyLock(true), 0u);
}

TEST_F(ClassTest, EventsCarryTheCallThatTheyBelongTo) {
  methods[1] = [](Object& object) {
    pthread_mutex_lock(&object.mutex);
    pthread_mutex_unlock(&object.mutex);
    return 0;
  };
  Calls calls({}, {{2, 1}}, {});
  EventList list;
  run(calls, &list);
  auto lock = std::ranges::find(list.events, EventKind::Lock, &Event::kind);
  ASSERT_NE(lock, list.events.end());
  EXPECT_EQ(lock->call, 1u << 16 | 1u);
}

TEST_F(ClassTest, CoverageDependsOnWhatACallDoesAndNotOnValues) {
  options_.callCoverage = true;
  bool branch = false;
  methods[1] = [&](Object& object) {
    write(object.value, object.value + 1);
    if (branch)
      write(object.value, 7L);
    return 0;
  };
  std::uint64_t plain = runOne(1).coverage;
  Calls twice({1, 1}, {}, {});
  run(twice);
  std::size_t count;
  EXPECT_EQ(callRecords(&count)[2].coverage, plain);
  branch = true;
  EXPECT_NE(runOne(1).coverage, plain);
}

TEST_F(ClassTest, AccessesOfACallAreNotedWithTheLocksHeld) {
  options_.callCoverage = options_.watchCalls = true;
  methods[1] = [](Object& object) {
    read(object.value);
    read(object.value);
    pthread_mutex_lock(&object.mutex);
    write(object.value, 1L);
    pthread_mutex_unlock(&object.mutex);
    return 0;
  };
  runOne(1);
  std::size_t count;
  const CallAccess* accesses = callAccesses(&count);
  ASSERT_EQ(count, 2u);
  unsigned locks;
  EXPECT_EQ(accesses[0].read, 0xff);
  EXPECT_EQ(accesses[0].written, 0);
  callLocks(accesses[0].held, &locks);
  EXPECT_EQ(locks, 0u);
  EXPECT_EQ(accesses[1].written, 0xff);
  const CallLock* held = callLocks(accesses[1].held, &locks);
  ASSERT_EQ(locks, 1u);
  EXPECT_EQ(held[0].address, objectAddress(0)) << "the mutex is its first member";
}

TEST_F(ClassTest, WhatACallAllocatesItselfIsNotNoted) {
  options_.callCoverage = options_.watchCalls = true;
  methods[1] = [](Object&) {
    write(subjectNew<long>(), 1L);
    return 0;
  };
  runOne(1);
  std::size_t count;
  callAccesses(&count);
  EXPECT_EQ(count, 0u);
}

TEST_F(ClassTest, ALockTakenWhileAnotherIsHeldIsNotedOnce) {
  options_.watchCalls = true;
  methods[3] = [](Object& object) {
    pthread_mutex_lock(&object.mutex);
    pthread_mutex_lock(&object.other);
    pthread_mutex_unlock(&object.other);
    pthread_mutex_unlock(&object.mutex);
    return 0;
  };
  std::size_t before;
  nestedLocks(&before);
  runOne(3);
  runOne(3);
  std::size_t after;
  const NestedLock* nested = nestedLocks(&after);
  ASSERT_EQ(after, before + 1);
  EXPECT_EQ(nested[before].operation, 3);
  EXPECT_EQ(nested[before].outer, (LockPlace{0, 0}));
  EXPECT_EQ(nested[before].inner, (LockPlace{0, sizeof(pthread_mutex_t)}));
}

TEST_F(ClassTest, AnInvariantThatDoesNotHoldBetweenCallsIsAFailure) {
  methods[1] = [](Object&) {
    invariantHolds = false;
    return 0;
  };
  Calls calls({1}, {}, {});
  EXPECT_EQ(run(calls).kind, FailureKind::Invariant);
}

// The state in which the ending of an execution begins whose only lane calls this operation.
EndingStart endingAfter(const Lease& lease, std::uint16_t operation) {
  EndingStart start{};
  Calls calls({}, {{operation}}, {});
  calls.atLaneEnd = [&](unsigned lane) {
    if (lane == abi::kEpilogueLane)
      start = endingStart();
  };
  InOrder chooser;
  lease.run({.chooser = chooser, .options = {}, .calls = &calls});
  return start;
}

TEST_F(ClassTest, EndingsBeginInEqualStatesWhereMemoryIsEqual) {
  methods[1] = [](Object& object) {
    object.value = 5;
    return 0;
  };
  methods[2] = [](Object& object) {
    object.value = 6;
    return 0;
  };
  EndingStart five = endingAfter(lease_, 1);
  EXPECT_NE(five.state, 0u);
  EXPECT_EQ(endingAfter(lease_, 1).state, five.state);
  EXPECT_NE(endingAfter(lease_, 2).state, five.state);
}

TEST_F(ClassTest, AnExecutionCanEndLikeAnother) {
  methods[1] = [](Object& object) { return static_cast<std::uint64_t>(object.value + 42); };
  Calls whole({}, {{2}}, {1});
  const std::uint64_t events = run(whole).events;
  std::size_t count;
  CallRecord ending = callRecords(&count)[2];
  ASSERT_EQ(ending.lane, abi::kEpilogueLane);

  Calls cut({}, {{2}}, {});
  cut.atLaneEnd = [&](unsigned lane) {
    if (lane == abi::kEpilogueLane)
      endLike(&ending, 1, 3);
  };
  const Outcome& outcome = run(cut);
  EXPECT_EQ(outcome.kind, FailureKind::None);
  EXPECT_LE(outcome.events, events + 3);
  const CallRecord* records = callRecords(&count);
  ASSERT_EQ(count, 3u);
  EXPECT_EQ(records[2].result.value, 42u);
}

TEST_F(ClassTest, AnObjectIsKnownByItsNumberAndState) {
  methods[1] = [](Object& object) {
    object.value = 9;
    return 0;
  };
  runOne(2);
  std::uint64_t before = objectState();
  EXPECT_TRUE(isHeap(objectAddress(0)));
  EXPECT_EQ(objectAddress(1), 0u);
  runOne(1);
  EXPECT_NE(objectState(), before);
  runOne(2);
  EXPECT_EQ(objectState(), before);
}

TEST_F(ClassTest, ACheckpointAtTheEndOfThePrefixIsResumedThere) {
  unsigned prefixes = 0;
  unsigned lanes = 0;
  methods[1] = [&](Object&) { return ++prefixes; };
  methods[2] = [&](Object&) { return ++lanes; };
  unsigned slot = lease_.takeSlot();
  Calls calls({1}, {{2}}, {});
  calls.atLaneEnd = [&](unsigned lane) {
    if (lane == abi::kPrefixLane)
      saveCheckpoint(slot);
  };
  run(calls);
  lease_.run({.chooser = chooser_, .options = options_, .calls = &calls, .checkpoint = slot});
  EXPECT_EQ(prefixes, 1u);
  EXPECT_EQ(lanes, 2u);
  std::size_t count;
  callRecords(&count);
  EXPECT_EQ(count, 3u) << "those of the prefix belong to it";
}

} // namespace
} // namespace heddle::runtime::test

// What the operations of the subject's class table do.
void runTestOperation(void** objects,
                      const heddle::abi::Call& call,
                      heddle::abi::CallResult& result) {
  using heddle::runtime::test::Object;
  result.ending = heddle::abi::CallEnding::Returned;
  result.comparable = true;
  if (call.operation == 0)
    objects[call.receiver] = &heddle::runtime::test::subjectNew<Object>();
  else
    result.value = heddle::runtime::test::methods[call.operation](
        *static_cast<Object*>(objects[call.receiver]));
}

bool testInvariantHolds() {
  return heddle::runtime::test::invariantHolds;
}
