// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/crash_target.h"
#include "cli/reproduce_author.h"
#include "crash/crash.h"

namespace heddle::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

model::OperationModel method(std::string name, std::string signature, bool isConst = false) {
  model::OperationModel operation;
  operation.name = std::move(name);
  operation.signature = std::move(signature);
  operation.file = "/home/app/logger.hpp";
  operation.isConst = isConst;
  return operation;
}

model::ClassModel logger() {
  model::ClassModel subject;
  subject.name = "app::Logger";
  model::OperationModel make = method("Logger", "Logger(std::string)");
  make.kind = model::OperationKind::Constructor;
  subject.operations = {make,
                        method("log", "log(const Record &)"),
                        method("log", "log(Level, const std::string &)"),
                        method("info", "info(const std::string &)"),
                        method("setFilter", "setFilter(const Filter *)")};
  return subject;
}

constexpr const char* kGdb = R"(Thread 2 "server" received signal SIGSEGV, Segmentation fault.
#0  0x0000555555557f8c in app::Logger::log (this=0x7ffe, record=...) at src/logger.hpp:64
#1  0x000055555555832c in app::Logger::doLog (this=0x7ffe, record=...) at src/logger.hpp:122
#2  0x00005555555582e3 in app::Logger::info (this=0x7ffe, message="m") at src/logger.hpp:76
#3  0x000055555555730f in operator() (__closure=0x5555) at main.cpp:8
#4  0x00007ffff7aa71f5 in start_thread (arg=<optimized out>) at ./nptl/pthread_create.c:442
)";

model::CrashReport reportOf(const char* text) {
  Result<model::CrashReport> report = crash::parseCrash(text);
  EXPECT_TRUE(report);
  return *report;
}

TEST(Operations, OverloadsByTheirParameters) {
  const auto of = [](const char* function) {
    return operationsOf(crash::parseFunctionName(function), logger());
  };
  EXPECT_THAT(of("app::Logger::log"), ElementsAre(1, 2));
  EXPECT_THAT(of("app::Logger::log(app::Record const&)"), ElementsAre(1));
  EXPECT_THAT(of("app::Logger::log(app::Level, std::string const&)"), ElementsAre(2));
  EXPECT_THAT(of("app::Logger::doLog(app::Record)"), IsEmpty());
  EXPECT_THAT(of("app::Logger::Logger(std::string)"), IsEmpty()); // runs before the lanes
}

TEST(Target, OfAStackOfGdb) {
  const Result<StackTarget> target = targetOf(reportOf(kGdb), logger());
  ASSERT_TRUE(target);
  EXPECT_EQ(target->wanted.kind, model::FindingKind::Crash);
  ASSERT_EQ(target->wanted.threads.size(), 1U);
  EXPECT_THAT(target->wanted.threads[0].operations, ElementsAre(3));
  ASSERT_EQ(target->wanted.threads[0].frames.size(), 3U);
  EXPECT_EQ(target->wanted.threads[0].frames[0].line, 64U);
  EXPECT_EQ(target->shown.method, "app::Logger::info");
  EXPECT_TRUE(target->notes.empty());
}

TEST(Target, TheClassMustBeOnTheStack) {
  model::ClassModel other = logger();
  other.name = "app::Cache";
  for (model::OperationModel& operation : other.operations)
    operation.file = "/home/app/cache.hpp";
  EXPECT_FALSE(targetOf(reportOf(kGdb), other));
}

TEST(Target, WhoFreedTheMemoryIsTriedFirst) {
  constexpr const char* kAsan =
      R"(==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x55 bp 0x7f sp 0x7f
READ of size 8 at 0x602 thread T1
    #0 0x55 in app::Logger::info(std::string const&) src/logger.hpp:76:9
    #1 0x55 in main::$_0::operator()() const main.cpp:8:3

freed by thread T2 here:
    #0 0x55 in operator delete(void*) (server+0x1)
    #1 0x55 in app::Logger::setFilter(app::Filter const*) src/logger.hpp:57:9
)";
  const Result<StackTarget> target = targetOf(reportOf(kAsan), logger());
  ASSERT_TRUE(target);
  EXPECT_THAT(target->wanted.interfering, ElementsAre(4));
  ASSERT_EQ(target->shown.stacks.size(), 2U);
  EXPECT_EQ(target->shown.stacks[1].method, "app::Logger::setFilter");
}

TEST(Comparison, MovedLinesAndOtherFailures) {
  const Result<StackTarget> target = targetOf(reportOf(kGdb), logger());
  ASSERT_TRUE(target);
  model::Finding finding;
  finding.kind = model::FindingKind::Crash;
  finding.stack = {{"src/logger.hpp", 64, 1, "app::Logger::log"},
                   {"src/logger.hpp", 122, 1, "app::Logger::doLog"},
                   {"src/logger.hpp", 76, 1, "app::Logger::info"}};
  EXPECT_EQ(compareStacks(finding, *target, true), model::StackComparison::Exact);
  EXPECT_EQ(compareStacks(finding, *target, false), model::StackComparison::Different);
  finding.stack[0].line = 61;
  EXPECT_EQ(compareStacks(finding, *target, true), model::StackComparison::Moved);
  EXPECT_FALSE(finding.notes.empty());
}

TEST(TargetOf, AMessageWithoutAStackMayBeOfAnyMethod) {
  const model::CrashReport report =
      reportOf("terminate called after throwing an instance of 'app::Full'\n  what():  no room\n");
  const Result<StackTarget> target = targetOf(report, logger());
  ASSERT_TRUE(target);
  EXPECT_EQ(target->wanted.kind, model::FindingKind::Exception);
  EXPECT_EQ(target->wanted.exceptionType, "app::Full");
  ASSERT_EQ(target->wanted.threads.size(), 1u);
  EXPECT_THAT(target->wanted.threads[0].operations, IsEmpty());
  EXPECT_THAT(target->notes, testing::SizeIs(1));
  model::Finding finding;
  finding.kind = model::FindingKind::Exception;
  EXPECT_EQ(compareStacks(finding, *target, true), model::StackComparison::Moved);
}

TEST(TargetOf, AStackOfOtherClassesIsNone) {
  const model::CrashReport report = reportOf(
      "#0  0x1 in app::Cart::pay (this=0x5) at cart.h:26\n#1  0x2 in main () at m.cpp:1\n");
  EXPECT_FALSE(targetOf(report, logger()));
}

} // namespace
} // namespace heddle::cli
