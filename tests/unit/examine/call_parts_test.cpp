// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "examine/call_parts.h"

namespace heddle::examine {
namespace {

using runtime::EventKind;

constexpr CallPlace kFirst = 1 << 16;
constexpr CallPlace kSecond = 2 << 16;

// A serial execution of calls, each on its own thread.
class Recording {
public:
  Recording& locks(CallPlace call, std::uintptr_t lock, std::uint32_t line = 1) {
    callers_[0] = line;
    add(call, EventKind::Lock, lock);
    return *this;
  }
  Recording& unlocks(CallPlace call, std::uintptr_t lock) {
    add(call, EventKind::Unlock, lock);
    return *this;
  }
  Recording& reads(CallPlace call, std::uintptr_t address) {
    add(call, EventKind::AtomicLoad, address);
    return *this;
  }
  Recording& writes(CallPlace call, std::uintptr_t address, std::uint64_t from, std::uint64_t to) {
    add(call, EventKind::AtomicStore, address, from, to);
    return *this;
  }
  // Reads and writes in one step.
  Recording&
  adds(CallPlace call, std::uintptr_t address, std::uint64_t from = 1, std::uint64_t to = 2) {
    add(call, EventKind::AtomicRmw, address, from, to);
    return *this;
  }
  // One part under a lock.
  Recording&
  locked(CallPlace call, std::uintptr_t lock, std::uintptr_t address, bool isWrite = false) {
    locks(call, lock);
    isWrite ? writes(call, address, 1, 2) : reads(call, address);
    return unlocks(call, lock);
  }
  CallParts parts() const {
    CallParts parts;
    parts.add(trace_);
    return parts;
  }

private:
  void add(CallPlace call,
           EventKind kind,
           std::uintptr_t address,
           std::uint64_t from = 0,
           std::uint64_t to = 0) {
    runtime::Event event;
    event.number = event.step = trace_.length();
    event.thread = static_cast<runtime::ThreadId>(call >> 16);
    event.kind = kind;
    event.call = call;
    event.address = address;
    event.size = 8;
    event.hasValue = true;
    event.previous = from;
    event.value = to;
    event.callers = callers_;
    event.callerCount = 1;
    trace_.append(event);
  }

  std::uintptr_t callers_[1] = {1};
  trace::ExecutionTrace trace_;
};

TEST(CallParts, AReaderThatTakesOneLockAfterTheOtherIsWeak) {
  Recording recording;
  recording.locked(kFirst, 100, 8).locked(kFirst, 200, 16).locked(kSecond, 100, 8, true);
  EXPECT_EQ(recording.parts().weakCalls(), CallPlaces{kFirst});
}

TEST(CallParts, AReaderThatTakesTheSameLockTwiceIsNot) {
  Recording recording;
  recording.locked(kFirst, 100, 8).locked(kFirst, 100, 16).locked(kSecond, 100, 8, true);
  EXPECT_TRUE(recording.parts().weakCalls().empty());
}

TEST(CallParts, AReaderThatHoldsALockThroughoutIsNot) {
  Recording recording;
  recording.locks(kFirst, 100).locked(kFirst, 200, 8).locked(kFirst, 300, 16).unlocks(kFirst, 100);
  EXPECT_TRUE(recording.parts().weakCalls().empty());
}

TEST(CallParts, ACallThatActsOnWhatItSawIsNot) {
  Recording recording;
  recording.locked(kFirst, 100, 8)
      .locks(kFirst, 200, 2)
      .writes(kFirst, 16, 0, 1)
      .unlocks(kFirst, 200);
  CallParts parts = recording.parts();
  EXPECT_TRUE(parts.actsOnWhatItSaw(kFirst));
  EXPECT_TRUE(parts.weakCalls().empty());
}

TEST(CallParts, ALoopThatChangesOnePartAfterTheOtherIsWeak) {
  Recording recording;
  recording.locked(kFirst, 100, 8, true).locked(kFirst, 200, 16, true);
  EXPECT_EQ(recording.parts().weakCalls(), CallPlaces{kFirst});
}

TEST(CallParts, AReaderWithoutLocksIsWeakAmongCallsWithoutLocks) {
  Recording recording;
  recording.reads(kFirst, 8).reads(kFirst, 16).writes(kSecond, 8, 0, 1).writes(kSecond, 16, 0, 1);
  EXPECT_EQ(recording.parts().weakCalls(), CallPlaces{kFirst});
}

TEST(CallParts, AReaderWithoutLocksIsNotAmongCallsThatLockTheWholeOperation) {
  Recording recording;
  recording.reads(kFirst, 8).reads(kFirst, 16);
  recording.locks(kSecond, 100)
      .writes(kSecond, 8, 0, 1)
      .writes(kSecond, 16, 0, 1)
      .unlocks(kSecond, 100);
  EXPECT_TRUE(recording.parts().weakCalls().empty());
}

TEST(CallParts, AReaderThatLooksAgainMeansToBeWhole) {
  Recording recording;
  recording.reads(kFirst, 8).reads(kFirst, 16).reads(kFirst, 24).reads(kFirst, 8);
  recording.writes(kSecond, 8, 0, 1).writes(kSecond, 16, 0, 1).writes(kSecond, 8, 1, 2);
  EXPECT_TRUE(recording.parts().weakCalls().empty());
}

TEST(CallParts, LocksMadeOfAtomicVariablesAreLocks) {
  Recording both;
  both.writes(kFirst, 80, 0, 1).reads(kFirst, 8).writes(kFirst, 80, 1, 0);
  both.writes(kFirst, 88, 0, 1).reads(kFirst, 16).writes(kFirst, 88, 1, 0);
  EXPECT_EQ(both.parts().weakCalls(), CallPlaces{kFirst});
  Recording one;
  one.writes(kFirst, 80, 0, 1).reads(kFirst, 8).writes(kFirst, 80, 1, 0);
  one.writes(kFirst, 80, 0, 1).reads(kFirst, 16).writes(kFirst, 80, 1, 0);
  EXPECT_TRUE(one.parts().weakCalls().empty());
}

TEST(CallParts, StoringTheSameValueTakesNoLock) {
  Recording same;
  same.writes(kFirst, 80, 1, 1).reads(kFirst, 8).reads(kFirst, 16);
  EXPECT_EQ(same.parts().weakCalls(), CallPlaces{kFirst});
}

TEST(CallParts, OneStepAfterTheOtherIsWeak) {
  Recording serial;
  serial.reads(kFirst, 8).adds(kFirst, 8).reads(kFirst, 16).adds(kFirst, 16);
  serial.reads(kSecond, 16);
  CallParts parts = serial.parts();
  EXPECT_TRUE(parts.someMayBeWeak());
  EXPECT_EQ(parts.weakCalls(), CallPlaces{kFirst});
  Recording between;
  between.reads(kFirst, 8).adds(kFirst, 8).reads(kSecond, 16).reads(kFirst, 16).adds(kFirst, 16);
  EXPECT_FALSE(between.parts().actsOnWhatItSaw(kFirst));
}

TEST(CallParts, ACheckBeforeTheFirstStepIsPartOfIt) {
  Recording before;
  before.reads(kFirst, 8).adds(kSecond, 24).adds(kFirst, 8).adds(kFirst, 16);
  EXPECT_TRUE(before.parts().actsOnWhatItSaw(kFirst));
}

TEST(CallParts, AStepOnWhatHasChangedSinceItWasReadActsOnIt) {
  Recording stale;
  stale.adds(kFirst, 24).reads(kFirst, 8).adds(kSecond, 8).adds(kFirst, 16);
  EXPECT_TRUE(stale.parts().actsOnWhatItSaw(kFirst));
  Recording other;
  other.adds(kFirst, 24).reads(kFirst, 8).adds(kSecond, 32).adds(kFirst, 16);
  EXPECT_FALSE(other.parts().actsOnWhatItSaw(kFirst));
}

TEST(CallParts, StoresAreNoSteps) {
  Recording last;
  last.adds(kFirst, 8).writes(kFirst, 16, 0, 1);
  EXPECT_TRUE(last.parts().weakCalls().empty());
  Recording published;
  published.adds(kFirst, 8).writes(kFirst, 16, 0, 1).adds(kFirst, 24);
  EXPECT_EQ(published.parts().weakCalls(), CallPlaces{kFirst});
  Recording torn;
  torn.adds(kFirst, 8).writes(kFirst, 16, 0, 1).reads(kSecond, 16).adds(kFirst, 24);
  EXPECT_TRUE(torn.parts().actsOnWhatItSaw(kFirst));
}

TEST(CallParts, AStepThatIsTakenBackIsNotWeak) {
  Recording back;
  back.adds(kFirst, 8, 1, 2).adds(kFirst, 16, 1, 2).adds(kFirst, 8, 2, 1);
  EXPECT_TRUE(back.parts().weakCalls().empty());
  Recording loop;
  loop.adds(kFirst, 8, 1, 2).adds(kFirst, 16, 1, 2).adds(kFirst, 16, 2, 3);
  EXPECT_EQ(loop.parts().weakCalls(), CallPlaces{kFirst});
}

} // namespace
} // namespace heddle::examine
