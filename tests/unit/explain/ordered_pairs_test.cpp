// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "explain/explain.h"

namespace heddle::explain {
namespace {

using model::Event;
using model::EventKind;
using model::FindingKind;
using model::OrderedPair;

constexpr std::uint32_t kX = 1, kY = 2, kMutex = 3, kOther = 4, kCondition = 5, kBlock = 6;

// A program counter is the number of a line.
class LineSymbolizer final : public Symbolizer {
public:
  std::vector<std::vector<model::SourcePlace>>
  symbolize(const std::vector<model::Frame>& frames) override {
    std::vector<std::vector<model::SourcePlace>> answers;
    answers.reserve(frames.size());
    for (const auto& frame : frames)
      answers.push_back(
          {{.file = "/p/a.cpp", .line = static_cast<std::uint32_t>(frame.pc), .function = "f()"}});
    return answers;
  }
};

class OrderedPairs : public testing::Test {
protected:
  OrderedPairs() {
    trace_.locations = {{}};
    for (std::uint32_t i = kX; i <= kBlock; ++i)
      trace_.locations.push_back({.region = model::Region::Heap, .number = i + 10, .offset = 0});
    other(0, EventKind::ThreadCreate, 1);
    other(0, EventKind::ThreadCreate, 2);
    other(0, EventKind::ThreadCreate, 3);
  }

  std::int64_t site(std::uint32_t line, std::uint32_t location) {
    static const std::map<std::uint32_t, std::string> kNames = {{kX, "x"},
                                                                {kY, "y"},
                                                                {kMutex, "mutex"},
                                                                {kOther, "other"},
                                                                {kCondition, "condition"},
                                                                {kBlock, "block"}};
    const auto id = static_cast<std::uint32_t>(trace_.sites.size() + 1);
    const auto name = kNames.find(location);
    trace_.sites.push_back(
        {id, "/p/a.cpp", line, 1, "_Z1fv", name == kNames.end() ? "" : name->second});
    return id;
  }

  Event& add(std::uint16_t thread, EventKind kind, std::uint32_t line, std::uint32_t location) {
    Event event;
    event.step = trace_.events.size() + 1;
    event.thread = thread;
    event.kind = kind;
    event.site = site(line, location);
    event.location = location;
    trace_.events.push_back(event);
    trace_.eventCount = event.step + 1;
    return trace_.events.back();
  }
  void other(std::uint16_t thread, EventKind kind, std::uint64_t value) {
    Event& event = add(thread, kind, 1, 0);
    event.hasValue = true;
    event.value = value;
  }
  void access(std::uint16_t thread,
              EventKind kind,
              std::uint32_t line,
              std::uint32_t location,
              std::uint64_t value) {
    Event& event = add(thread, kind, line, location);
    event.size = 4;
    event.hasValue = true;
    event.value = value;
  }
  void read(std::uint16_t thread, std::uint32_t line, std::uint32_t location, std::uint64_t value) {
    access(thread, EventKind::Load, line, location, value);
  }
  void
  write(std::uint16_t thread, std::uint32_t line, std::uint32_t location, std::uint64_t value) {
    access(thread, EventKind::Store, line, location, value);
  }
  void finish(std::uint16_t thread) { other(thread, EventKind::ThreadExit, 0); }
  void wait(std::uint16_t thread, std::uint32_t line) {
    add(thread, EventKind::CondWait, line, kCondition);
    Event& blocked = add(thread, EventKind::Blocked, line, kCondition);
    blocked.hasValue = true;
    blocked.value = static_cast<std::uint64_t>(EventKind::CondWait);
  }
  void notify(std::uint16_t thread, std::uint32_t line, std::uint64_t woken) {
    Event& event = add(thread, EventKind::CondSignal, line, kCondition);
    event.hasValue = true;
    event.value = woken;
  }
  void neverWoken(std::uint16_t thread, std::uint32_t line) {
    trace_.blocked.push_back({.thread = thread,
                              .operation = EventKind::CondWait,
                              .location = kCondition,
                              .holder = -1,
                              .stack = {{.pc = line + 1, .module = "", .offset = 0}}});
  }
  void waitsForLock(std::uint16_t thread, std::uint32_t line, std::uint32_t lock, int holder) {
    trace_.blocked.push_back({.thread = thread,
                              .operation = EventKind::Lock,
                              .location = lock,
                              .holder = holder,
                              .stack = {{.pc = line + 1, .module = "", .offset = 0}}});
  }
  void holds(std::uint16_t thread, std::uint32_t line, std::uint32_t lock) {
    trace_.held.push_back({.thread = thread,
                           .location = lock,
                           .acquiredAt = {{.pc = line + 1, .module = "", .offset = 0}}});
  }

  std::vector<OrderedPair> why(FindingKind kind, std::uint16_t thread = 1) {
    trace_.kind = kind;
    trace_.thread = thread;
    LineSymbolizer symbolizer;
    return buildFinding(trace_, {}, symbolizer, {.workingDirectory = "/p", .calls = {}}).why;
  }
  // The only pair as "between T1:15 T2:25 T1:16"; "" when there is none.
  std::string only(FindingKind kind, std::uint16_t thread = 1) {
    const auto pairs = why(kind, thread);
    EXPECT_LE(pairs.size(), 1u);
    if (pairs.size() != 1)
      return "";
    std::string text(model::nameOf(pairs.front().kind));
    for (const auto& access : pairs.front().accesses)
      text += " T" + std::to_string(access.thread) + ":" + std::to_string(access.place.line);
    return text;
  }

  static constexpr std::uint64_t kNobody = 0xffff;
  model::Trace trace_;
};

TEST_F(OrderedPairs, AWriteBetweenTwoReadsOfTheFailingThread) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 5);
  read(1, 11, kX, 5);
  EXPECT_EQ(only(FindingKind::Assert), "between T1:10 T2:20 T1:11");
}

TEST_F(OrderedPairs, AWriteBetweenAWriteAndARead) {
  write(1, 10, kX, 1);
  write(2, 20, kX, 11);
  read(1, 11, kX, 11);
  EXPECT_EQ(only(FindingKind::Exception), "between T1:10 T2:20 T1:11");
}

TEST_F(OrderedPairs, ALostUpdateThatTheFailingThreadReadsLater) {
  read(1, 10, kX, 0);
  read(2, 10, kX, 0);
  write(2, 11, kX, 2);
  finish(2);
  write(1, 11, kX, 1);
  finish(1);
  read(3, 30, kX, 1);
  EXPECT_EQ(only(FindingKind::Assert, 3), "between T1:10 T2:11 T1:11");
}

TEST_F(OrderedPairs, AReadOfAValueThatItsWriterReplaces) {
  write(2, 20, kX, 1);
  read(1, 10, kX, 1);
  write(2, 21, kX, 2);
  EXPECT_EQ(only(FindingKind::Assert), "between T2:20 T1:10 T2:21");
}

TEST_F(OrderedPairs, WritesOfTheSameValueDoNotMatter) {
  read(1, 10, kX, 5);
  write(2, 20, kX, 5);
  read(1, 11, kX, 5);
  EXPECT_EQ(only(FindingKind::Assert), "");
}

TEST_F(OrderedPairs, ReadsOfOthersDoNotMatter) {
  read(1, 10, kX, 0);
  read(2, 20, kX, 0);
  write(1, 11, kX, 1);
  EXPECT_EQ(only(FindingKind::Linearizability, 0), "");
}

TEST_F(OrderedPairs, MemoryThatTheFailingThreadNeverReadsDoesNotMatter) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 5);
  read(1, 11, kX, 5);
  read(3, 30, kY, 0);
  EXPECT_EQ(only(FindingKind::Assert, 3), "");
}

TEST_F(OrderedPairs, AThreadThatWaitedForANotificationExpectsAChange) {
  read(1, 10, kX, 0);
  wait(1, 11);
  write(2, 20, kX, 5);
  notify(2, 21, 1);
  finish(2);
  add(1, EventKind::Woken, 11, kCondition);
  read(1, 10, kX, 5);
  EXPECT_EQ(only(FindingKind::Assert), "");
}

TEST_F(OrderedPairs, ACompareAndSwapNoticesTheChangeItself) {
  access(1, EventKind::AtomicLoad, 10, kX, 0);
  access(2, EventKind::AtomicStore, 20, kX, 5);
  access(1, EventKind::AtomicCas, 11, kX, 5);
  EXPECT_EQ(only(FindingKind::Linearizability, 0), "");
}

TEST_F(OrderedPairs, ALockThatIsWaitedForInterruptsLikeAPreemption) {
  add(2, EventKind::Lock, 20, kMutex);
  read(1, 10, kX, 0);
  Event& blocked = add(1, EventKind::Blocked, 11, kMutex);
  blocked.hasValue = true;
  blocked.value = static_cast<std::uint64_t>(EventKind::Lock);
  write(2, 21, kX, 5);
  add(2, EventKind::Unlock, 22, kMutex);
  finish(2);
  add(1, EventKind::Lock, 11, kMutex);
  read(1, 12, kX, 5);
  EXPECT_EQ(only(FindingKind::Assert), "between T1:10 T2:21 T1:12");
}

TEST_F(OrderedPairs, TwoVariablesAreWrittenBetweenTheReadsOfBoth) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 1);
  write(2, 21, kY, 1);
  read(1, 11, kY, 1);
  EXPECT_EQ(only(FindingKind::Assert), "around-two T1:10 T2:20 T2:21 T1:11");
}

TEST_F(OrderedPairs, TwoVariablesAreReadBetweenTheWritesOfBoth) {
  write(1, 10, kX, 1);
  read(2, 20, kX, 1);
  read(2, 21, kY, 0);
  finish(2);
  write(1, 11, kY, 1);
  EXPECT_EQ(only(FindingKind::Linearizability, 0), "inside-two T1:10 T2:20 T2:21 T1:11");
}

TEST_F(OrderedPairs, AnUpdateThatNeverContinued) {
  write(1, 10, kX, 1);
  read(2, 20, kX, 1);
  EXPECT_EQ(only(FindingKind::Assert, 2), "unfinished T1:10 T2:20");
}

TEST_F(OrderedPairs, AFinishedUpdateIsNoHalfOne) {
  write(1, 10, kX, 1);
  finish(1);
  read(2, 20, kX, 1);
  EXPECT_EQ(only(FindingKind::Assert, 2), "");
}

TEST_F(OrderedPairs, AReadThatCameBeforeTheFirstWrite) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 7);
  EXPECT_EQ(only(FindingKind::Crash), "before T1:10 T2:20");
}

TEST_F(OrderedPairs, AnUnprotectedChangeExplainsMoreThanAProtectedOne) {
  const auto underLock = [&](std::uint16_t thread, std::uint32_t line, std::uint64_t value) {
    add(thread, EventKind::Lock, line, kMutex);
    write(thread, line + 1, kX, value);
    add(thread, EventKind::Unlock, line + 2, kMutex);
  };
  read(2, 20, kY, 0);
  read(1, 10, kY, 0);
  write(1, 11, kY, 1);
  underLock(1, 12, 1);
  write(2, 21, kY, 2);
  underLock(2, 22, 2);
  finish(2);
  add(1, EventKind::Lock, 15, kMutex);
  read(1, 16, kX, 2);
  read(1, 17, kY, 2);
  EXPECT_EQ(only(FindingKind::Assert), "between T1:11 T2:21 T1:17");
}

TEST_F(OrderedPairs, AProtectedChangeExplainsIfThereIsNoOther) {
  add(1, EventKind::Lock, 10, kMutex);
  read(1, 11, kX, 1);
  add(1, EventKind::Unlock, 12, kMutex);
  add(2, EventKind::Lock, 20, kMutex);
  write(2, 21, kX, 0);
  add(2, EventKind::Unlock, 22, kMutex);
  finish(2);
  add(1, EventKind::Lock, 13, kMutex);
  read(1, 14, kX, 0);
  EXPECT_EQ(only(FindingKind::Assert), "between T1:11 T2:21 T1:14");
}

TEST_F(OrderedPairs, EveryNeededPreemptionIsExplained) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 1);
  read(1, 11, kX, 1);
  write(2, 21, kX, 2);
  read(1, 12, kX, 2);
  EXPECT_EQ(why(FindingKind::Assert).size(), 2u);
}

TEST_F(OrderedPairs, RacesAndEndlessLoopsHaveNoOrder) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 5);
  read(1, 11, kX, 5);
  EXPECT_EQ(only(FindingKind::DataRace), "");
  EXPECT_EQ(only(FindingKind::Livelock), "");
}

TEST_F(OrderedPairs, MemoryIsFreedBetweenReadingThePointerAndUsingIt) {
  Event& pointer = add(1, EventKind::Load, 10, kX);
  pointer.hasValue = pointer.isPointer = true;
  pointer.value = kBlock;
  add(2, EventKind::Free, 20, kBlock);
  trace_.relation = model::Relation::FreedBy;
  trace_.relatedThread = 2;
  trace_.relatedStack = {{.pc = 21, .module = "", .offset = 0}};
  trace_.stack = {{.pc = 12, .module = "", .offset = 0}};
  EXPECT_EQ(only(FindingKind::UseAfterFree), "freed-between T1:10 T2:20 T1:11");
}

TEST_F(OrderedPairs, APointerToAnotherBlockDoesNotMatter) {
  Event& pointer = add(1, EventKind::Load, 10, kX);
  pointer.hasValue = pointer.isPointer = true;
  pointer.value = kY;
  add(2, EventKind::Free, 20, kBlock);
  trace_.relation = model::Relation::FreedBy;
  trace_.relatedThread = 2;
  trace_.relatedStack = {{.pc = 21, .module = "", .offset = 0}};
  EXPECT_EQ(only(FindingKind::UseAfterFree), "");
}

TEST_F(OrderedPairs, LocksAreTakenInOppositeOrders) {
  add(1, EventKind::Lock, 10, kMutex);
  add(2, EventKind::Lock, 20, kOther);
  holds(1, 10, kMutex);
  holds(2, 20, kOther);
  waitsForLock(1, 11, kOther, 2);
  waitsForLock(2, 21, kMutex, 1);
  EXPECT_EQ(only(FindingKind::Deadlock), "lock-cycle T1:10 T1:11 T2:20 T2:21");
}

TEST_F(OrderedPairs, AThreadThatWaitsForItselfHasNoOrder) {
  add(1, EventKind::Lock, 10, kMutex);
  holds(1, 10, kMutex);
  waitsForLock(1, 11, kMutex, 1);
  EXPECT_EQ(only(FindingKind::Deadlock), "");
}

TEST_F(OrderedPairs, AWaitWithALockThatTheNotifierNeeds) {
  add(1, EventKind::Lock, 10, kMutex);
  wait(1, 11);
  holds(1, 10, kMutex);
  neverWoken(1, 11);
  waitsForLock(2, 20, kMutex, 1);
  EXPECT_EQ(only(FindingKind::LostWakeup), "locked-wait T1:10 T1:11 T2:20");
}

TEST_F(OrderedPairs, ANotificationComesBeforeTheWait) {
  notify(2, 20, kNobody);
  finish(2);
  wait(1, 11);
  neverWoken(1, 11);
  EXPECT_EQ(only(FindingKind::LostWakeup), "notified-before T2:20 T1:11");
}

TEST_F(OrderedPairs, ANotificationComesBetweenTheTestAndTheWait) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 1);
  notify(2, 21, kNobody);
  finish(2);
  wait(1, 11);
  neverWoken(1, 11);
  EXPECT_EQ(only(FindingKind::LostWakeup), "notified-between T1:10 T2:20 T2:21 T1:11");
}

TEST_F(OrderedPairs, ANotificationThatTheWaitingThreadKnewOfIsNotLost) {
  write(2, 20, kX, 1);
  notify(2, 21, kNobody);
  finish(2);
  read(1, 10, kX, 1);
  wait(1, 11);
  neverWoken(1, 11);
  EXPECT_EQ(only(FindingKind::LostWakeup), "");
}

TEST_F(OrderedPairs, AWrongValueMakesTheThreadWait) {
  read(2, 20, kX, 1);
  read(3, 20, kX, 1);
  write(3, 21, kX, 0);
  notify(3, 22, kNobody);
  finish(3);
  write(2, 21, kX, 2);
  finish(2);
  read(1, 10, kX, 2);
  wait(1, 11);
  neverWoken(1, 11);
  EXPECT_EQ(only(FindingKind::LostWakeup), "between T2:20 T3:21 T2:21");
}

TEST_F(OrderedPairs, ANotificationWakesAThreadThatWaitsForSomethingElse) {
  wait(1, 11);
  wait(3, 31);
  notify(2, 20, 3);
  finish(2);
  add(3, EventKind::Woken, 31, kCondition);
  wait(3, 31);
  neverWoken(1, 11);
  neverWoken(3, 31);
  EXPECT_EQ(only(FindingKind::LostWakeup), "woke-other T1:11 T3:31 T2:20");
}

TEST_F(OrderedPairs, AChangeIsNotAnnounced) {
  read(1, 10, kX, 0);
  wait(1, 11);
  write(2, 20, kX, 1);
  finish(2);
  neverWoken(1, 11);
  EXPECT_EQ(only(FindingKind::LostWakeup), "unannounced T1:10 T1:11 T2:20");
}

TEST_F(OrderedPairs, AThreadOvertakesTheNotifiedOne) {
  add(1, EventKind::Lock, 9, kMutex);
  read(1, 10, kX, 0);
  wait(1, 11);
  write(2, 20, kX, 1);
  notify(2, 21, 1);
  finish(2);
  add(3, EventKind::Lock, 30, kMutex);
  read(3, 31, kX, 1);
  write(3, 32, kX, 2);
  read(3, 33, kX, 2);
  EXPECT_EQ(only(FindingKind::Exception, 3), "barging T1:11 T2:21 T3:30");
}

TEST_F(OrderedPairs, ALockAfterTheWaitReturnedOvertakesNobody) {
  add(1, EventKind::Lock, 9, kMutex);
  read(1, 10, kX, 0);
  wait(1, 11);
  write(2, 20, kX, 1);
  notify(2, 21, 1);
  finish(2);
  add(1, EventKind::Woken, 11, kCondition);
  add(1, EventKind::Unlock, 12, kMutex);
  finish(1);
  add(3, EventKind::Lock, 30, kMutex);
  write(3, 32, kX, 2);
  read(3, 33, kX, 2);
  EXPECT_EQ(only(FindingKind::Exception, 3), "");
}

TEST_F(OrderedPairs, NamesOfTheLibraryAreNotShown) {
  read(1, 10, kX, 0);
  write(2, 20, kX, 5);
  read(1, 11, kX, 5);
  for (auto& site : trace_.sites)
    site.variable = "_M_storage";
  EXPECT_EQ(only(FindingKind::Assert), "");
}

} // namespace
} // namespace heddle::explain
