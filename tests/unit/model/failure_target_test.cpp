// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/failure_target.h"
#include "model/reproduction.h"

namespace heddle::model {
namespace {

TEST(FailureTarget, IsReadBackAsWritten) {
  FailureTarget target;
  target.kind = FindingKind::UseAfterFree;
  target.exceptionType = "std::logic_error";
  target.threads = {{.operations = {1, 2}, .frames = {{"a::B::c(int)", "b.hpp", 7}, {"d", "", 0}}},
                    {.operations = {}, .frames = {}}};
  target.interfering = {4};
  Result<FailureTarget> read = failureTargetFromText(toText(target));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, target);
}

TEST(FailureTarget, KindsThatAreTheSameFailureElsewhere) {
  using enum FindingKind;
  EXPECT_TRUE(isCompatible(Crash, UseAfterFree));
  EXPECT_TRUE(isCompatible(Abort, Exception));
  EXPECT_TRUE(isCompatible(None, Assert));
  EXPECT_FALSE(isCompatible(None, DataRace)); // a stack is not printed for those
  EXPECT_FALSE(isCompatible(Crash, Deadlock));
  EXPECT_FALSE(isCompatible(Exception, Crash));
  EXPECT_TRUE(isCompatible(Deadlock, LostWakeup));
}

// std::bad_alloc from copying a string that was freed.
TEST(FailureTarget, AnAllocatorThatThrowsMayHaveBeenAskedByFreedMemory) {
  using enum FindingKind;
  FailureTarget target;
  target.kind = Exception;
  target.exceptionType = "std::bad_alloc";
  EXPECT_TRUE(isCompatible(target, UseAfterFree, false));
  EXPECT_TRUE(isCompatible(target, Exception, false));
  EXPECT_FALSE(isCompatible(target, Deadlock, false));
  target.exceptionType = "std::logic_error";
  EXPECT_FALSE(isCompatible(target, UseAfterFree, false));
}

// back() of an empty vector: a wild read, unless the library looks first.
TEST(FailureTarget, AnAssertionOfTheLibraryMayStopWhatCrashesElsewhere) {
  using enum FindingKind;
  FailureTarget target;
  target.kind = HeapOverflow;
  EXPECT_TRUE(isCompatible(target, Assert, true));
  EXPECT_FALSE(isCompatible(target, Assert, false)); // one of the class
  target.kind = Deadlock;
  EXPECT_FALSE(isCompatible(target, Assert, true));
}

TEST(Reproduction, IsReadBackAsWritten) {
  Reproduction run;
  run.candidates = 7;
  run.pruned = {1, 2, 3, 4, 5, 6};
  run.found = true;
  run.notes = {{.id = MessageId::NotTried}};
  Result<Reproduction> read = reproductionFromText(toText(run));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->pruned, run.pruned);
  EXPECT_EQ(read->notes, run.notes);
  EXPECT_TRUE(read->found);
}

} // namespace
} // namespace heddle::model
