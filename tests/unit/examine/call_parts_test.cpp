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

} // namespace
} // namespace heddle::examine
