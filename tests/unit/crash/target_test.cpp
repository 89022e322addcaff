// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crash/crash.h"
#include "crash/stack_match.h"
#include "crash/target.h"

namespace heddle::crash {
namespace {

model::CrashReport reportOf(const std::string& text) {
  auto report = parseCrash(text);
  EXPECT_TRUE(report);
  return report ? *report : model::CrashReport{};
}

const char* const kLogger = "Program received signal SIGSEGV, Segmentation fault.\n"
                            "#0  0x1 in shop::Filter::accepts (this=0x0) at filter.h:9\n"
                            "#1  0x2 in shop::Logbook::append (this=0x5) at logbook.h:44\n"
                            "#2  0x3 in shop::Logbook::info (this=0x5) at logbook.h:26\n"
                            "#3  0x4 in web::Server::handle (this=0x6) at server.cpp:8\n"
                            "#4  0x5 in main () at main.cpp:3\n";

TEST(ParseCrash, OfTwoSessionsOfADebuggerTakesTheOneThatIsWanted) {
  const std::string text = std::string(kLogger) +
                           "terminate called after throwing an instance of 'std::out_of_range'\n"
                           "Program received signal SIGABRT, Aborted.\n"
                           "#0  0x1 in abort () from /lib/libc.so.6\n"
                           "#1  0x2 in std::terminate () from /lib/libstdc++.so.6\n"
                           "#2  0x3 in shop::Cart::pay (this=0x5) at cart.h:26\n";
  const auto first = parseCrash(text);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->kind, model::FindingKind::Crash);
  EXPECT_EQ(first->stacks.size(), 1U);
  EXPECT_EQ(first->notes, std::vector<std::string>{"1 more report in this text, not used"});
  const auto second = parseCrash(text, [](const model::CrashReport& report) {
    return inferTarget(report, {"shop::Cart"}).has_value();
  });
  ASSERT_TRUE(second);
  EXPECT_EQ(second->kind, model::FindingKind::Exception);
  EXPECT_EQ(second->exceptionType, "std::out_of_range");
}

// `noexcept` ends the program while the exception is unwound: the function that threw it may be gone.
TEST(InferTarget, OfAnUnwoundExceptionDoesNotKnowWhereItWasThrown) {
  const std::string before = "terminate called after throwing an instance of 'std::out_of_range'\n"
                             "Program received signal SIGABRT, Aborted.\n"
                             "#0  0x1 in abort () from /lib/libc.so.6\n"
                             "#1  0x2 in ?? () from /lib/libstdc++.so.6\n";
  const std::string after = "#4  0x3 in shop::Cart::first (this=0x5) at cart.h:26\n"
                            "#5  0x5 in main () at main.cpp:3\n";
  const auto unwound = reportOf(before +
                                "#2  0x2 in __gxx_personality_v0 () from /lib/libstdc++.so.6\n"
                                "#3  0x2 in _Unwind_Resume () from /lib/libgcc_s.so.1\n" +
                                after);
  const auto thrown = reportOf(before +
                               "#2  0x2 in std::terminate() () from /lib/libstdc++.so.6\n"
                               "#3  0x2 in __cxa_throw () from /lib/libstdc++.so.6\n" +
                               after);
  for (const auto* report : {&unwound, &thrown}) {
    EXPECT_EQ(report->kind, model::FindingKind::Exception);
    const auto target = inferTarget(*report, {});
    ASSERT_TRUE(target);
    EXPECT_EQ(target->failureFrame, 4U);
    EXPECT_EQ(target->isUnwound, report == &unwound);
  }
}

// Frames of libstdc++ without names, and no message: what the process ended with is all that is known.
TEST(InferTarget, FindsTheMethodThatCallsALibraryWithoutSymbols) {
  const auto report = reportOf("Program received signal SIGABRT, Aborted.\n"
                               "#0  0x1 in abort () from /lib/libc.so.6\n"
                               "#1  0x2 in ?? () from /lib/libstdc++.so.6\n"
                               "#2  0x2 in ?? () from /lib/libstdc++.so.6\n"
                               "#3  0x3 in shop::Cart::first (this=0x5) at cart.h:26\n"
                               "#4  0x5 in main () at main.cpp:3\n");
  EXPECT_EQ(report.kind, model::FindingKind::Abort);
  const auto target = inferTarget(report, {});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->className, "shop::Cart");
  EXPECT_EQ(target->failureFrame, 3U);
}

TEST(ParseCrash, BelievesADebuggerMoreThanMessagesOfOthers) {
  const auto report =
      reportOf("prog: cart.cpp:7: void f(): Assertion `n' failed.\n" + std::string(kLogger) +
               "terminate called after throwing an instance of 'int'\n");
  EXPECT_EQ(report.kind, model::FindingKind::Crash);
  EXPECT_EQ(report.exceptionType, "");
}

// The line of the first frame is that of a call.
TEST(ParseCrash, OfAStackThatIsCutOffInFrontSaysSo) {
  const auto report = reportOf("#1  0x2 in shop::Logbook::append (this=0x5) at logbook.h:44\n"
                               "#2  0x3 in shop::Logbook::info (this=0x5) at logbook.h:26\n");
  ASSERT_EQ(report.stacks.size(), 1U);
  EXPECT_EQ(report.stacks[0].frames[0].line, 0U);
  EXPECT_EQ(report.stacks[0].frames[1].line, 26U);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0], "the stack begins with frame #1: what it called is missing");
}

// Figure 2 of the ConCrash paper: the crashing method is the outermost of the class under test.
TEST(InferTarget, TakesTheOutermostMethodOfTheGivenClass) {
  const auto target = inferTarget(reportOf(kLogger), {"Logbook"});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->className, "shop::Logbook");
  EXPECT_EQ(target->method.name, "info");
  EXPECT_EQ(target->methodFrame, 2U);
  EXPECT_EQ(target->failureFrame, 0U);
  EXPECT_EQ(target->reach, Reach::Method);
}

TEST(InferTarget, WithoutAClassTakesTheInnermost) {
  const auto target = inferTarget(reportOf(kLogger), {});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->className, "shop::Filter");
  EXPECT_EQ(target->alternatives, (std::vector<std::string>{"shop::Logbook", "web::Server"}));
}

TEST(InferTarget, PrefersTheClassThatOtherThreadsUseToo) {
  const std::string text = "WARNING: ThreadSanitizer: data race (pid=1)\n"
                           "  Write of size 4 at 0x1 by thread T1:\n"
                           "    #0 shop::Filter::accepts() const f.h:1:1 (p+0x1)\n"
                           "    #1 shop::Logbook::info() f.h:2:1 (p+0x2)\n"
                           "  Previous read of size 4 at 0x1 by thread T2:\n"
                           "    #0 shop::Logbook::setFilter(int) f.h:3:1 (p+0x3)\n";
  const auto target = inferTarget(reportOf(text), {});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->className, "shop::Logbook");
  ASSERT_EQ(target->interfering.size(), 1U);
  EXPECT_EQ(target->interfering[0].method.name, "setFilter");
  EXPECT_EQ(target->interfering[0].role, model::StackRole::PreviousAccess);
}

TEST(InferTarget, TakesMethodsOfBasesForThoseOfTheClass) {
  const auto target = inferTarget(reportOf(kLogger), {"web::Special", "web::Server"});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->method.name, "handle");
}

TEST(InferTarget, NamesTheClassesThereAreWhenTheGivenOneIsNot) {
  const auto target = inferTarget(reportOf(kLogger), {"shop::Cart"});
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().message,
            "no frame of this stack belongs to shop::Cart; it has frames of shop::Filter, "
            "shop::Logbook, web::Server");
}

TEST(InferTarget, OfNestedClassesAndLambdasIsInside) {
  const std::string text = "#0  0x1 in jobs::Pool::Task::run (this=0x1) at pool.h:9\n"
                           "#1  0x2 in jobs::Pool::start()::{lambda()#1}::operator()() const "
                           "(__closure=0x1) at pool.h:20\n"
                           "#2  0x3 in std::thread::_State_impl<int>::_M_run() (this=0x1) at "
                           "/usr/include/c++/12/thread:1\n"
                           "#3  0x4 in start_thread () from /lib/libc.so.6\n";
  const auto target = inferTarget(reportOf(text), {"jobs::Pool"});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->reach, Reach::Inside);
  EXPECT_EQ(target->method.name, "start");
  ASSERT_EQ(target->interfering.size(), 1U);
  EXPECT_EQ(target->interfering[0].role, model::StackRole::ThreadCreated);
}

TEST(InferTarget, WorksForClassesOfTheStandardLibrary) {
  const std::string text = "#0  0x1 in std::__detail::_Hash_node<int>::next (this=0x0) at "
                           "/usr/include/c++/12/bits/hashtable_policy.h:1\n"
                           "#1  0x2 in std::unordered_map<int, int, std::hash<int> >::at "
                           "(this=0x0) at /usr/include/c++/12/bits/unordered_map.h:1\n"
                           "#2  0x3 in main () at main.cpp:1\n";
  const auto target = inferTarget(reportOf(text), {"std::unordered_map<int, int>"});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->method.name, "at");
  EXPECT_EQ(target->failureFrame, 0U);
}

model::CrashFrame frame(std::string function, std::uint32_t line = 0) {
  model::CrashFrame result;
  result.function = std::move(function);
  result.file = "/src/logbook.h";
  result.line = line;
  return result;
}

TEST(MatchStacks, AllowsFramesThatAreInlinedOnOneSide) {
  const std::vector<model::CrashFrame> given = {frame("shop::Logbook::append", 44),
                                                frame("shop::Logbook::info", 26)};
  const std::vector<model::CrashFrame> found = {frame("shop::Logbook::append(int)", 46),
                                                frame("shop::Logbook::log(int)", 30),
                                                frame("shop::Logbook::info(int)", 26)};
  const StackMatch match = matchStacks(given, found);
  EXPECT_TRUE(match.isMatch());
  EXPECT_EQ(match.matched, 2U);
  EXPECT_EQ(match.missing, 0U);
  EXPECT_EQ(match.linesApart, 2U);
  EXPECT_EQ(matchStacks(found, given).missing, 1U);
}

TEST(MatchStacks, TellsAnotherPlaceAndAnotherCallerApart) {
  const std::vector<model::CrashFrame> given = {frame("A::append"), frame("A::info")};
  EXPECT_FALSE(matchStacks(given, {frame("A::log"), frame("A::info")}).isMatch());
  EXPECT_FALSE(matchStacks(given, {frame("A::append"), frame("A::warn")}).isMatch());
  EXPECT_FALSE(matchStacks(given, {}).isMatch());
}

} // namespace
} // namespace heddle::crash
