// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cxxabi.h>

#include "execution.h"

extern "C" {
bool heddle_rt_once_begin(void* control);
void heddle_rt_once_end(void* control, bool succeeded);
}

namespace heddle::runtime::test {
namespace {

TEST(Once, TheInitialiserRunsOnceAndIsOverWhenOthersGoOnInEveryOrder) {
  int begun = 0;
  int over = 0;
  int leastOver = 1;
  unsigned executions = executeInEveryOrder(
      [&] {
        begun = over = 0;
        auto& control = subjectNew<std::uint64_t>();
        auto initialise = [&] {
          if (heddle_rt_once_begin(&control)) {
            ++begun;
            sched_yield();
            ++over;
            heddle_rt_once_end(&control, true);
          }
          leastOver = std::min(leastOver, over);
        };
        Thread other(initialise);
        initialise();
        other.join();
      },
      [&](const Ended& ended) {
        EXPECT_TRUE(ended.isFine()) << ended.message();
        EXPECT_EQ(begun, 1);
      });
  EXPECT_GT(executions, 2u);
  EXPECT_EQ(leastOver, 1);
}

TEST(Once, AnInitialiserThatFailedIsRunAgain) {
  bool first = false;
  bool second = false;
  bool third = true;
  execute([&] {
    auto& control = subjectNew<std::uint64_t>();
    first = heddle_rt_once_begin(&control);
    heddle_rt_once_end(&control, false);
    second = heddle_rt_once_begin(&control);
    heddle_rt_once_end(&control, true);
    third = heddle_rt_once_begin(&control);
  });
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  EXPECT_FALSE(third);
}

TEST(Once, AFunctionLocalStaticIsMadeByTheFirstThatDoesNotFail) {
  int first = 0;
  int second = 0;
  int third = 1;
  execute([&] {
    auto& guard = subjectNew<__cxxabiv1::__guard>();
    first = __cxxabiv1::__cxa_guard_acquire(&guard);
    __cxxabiv1::__cxa_guard_abort(&guard);
    second = __cxxabiv1::__cxa_guard_acquire(&guard);
    __cxxabiv1::__cxa_guard_release(&guard);
    third = __cxxabiv1::__cxa_guard_acquire(&guard);
  });
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(third, 0);
}

TEST(Once, AnInitialiserThatWaitsForItselfIsADeadlock) {
  Ended ended = execute([&] {
    auto& control = subjectNew<std::uint64_t>();
    heddle_rt_once_begin(&control);
    heddle_rt_once_begin(&control);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Deadlock);
}

} // namespace
} // namespace heddle::runtime::test
