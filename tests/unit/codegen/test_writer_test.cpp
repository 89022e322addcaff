// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <utility>

#include "codegen/codegen.h"
#include "sample.h"
#include "support/files.h"
#include "support/subprocess.h"
#include "support/temporary_directory.h"

namespace heddle::codegen {
namespace {

using model::FindingKind;
using testing::HasSubstr;
using testing::Not;

model::Finding findingOf(FindingKind kind) {
  model::Finding finding;
  finding.kind = kind;
  finding.seed = 7;
  return finding;
}

std::string written(const model::Finding& finding,
                    const Sample& sample,
                    const std::string& title,
                    const std::vector<std::string>& explanation = {}) {
  return writeTest(finding,
                   sample.observed(),
                   {.title = title,
                    .explanation = explanation,
                    .include = "\"account.hpp\"",
                    .table = {"  step | T1 | T2", "     1 | x  |"},
                    .stacks = {},
                    .replayCommand = "heddle replay heddle-out/0001.heddle",
                    .compileCommand = "g++ -std=c++20 -Ibank heddle-out/0001_test.cpp"});
}

// The slow headers parsed already, or not: then the text must include them itself.
using Headers = std::vector<std::string>;
const std::pair<const char*, Headers> kParsed[] = {
    {"g++", {"-I" CODEGEN_PARSED, "-include", "emitted_headers.hpp"}},
    {"clang++-19", {"-include-pch", CODEGEN_PARSED "/emitted_headers.pch"}},
};
const std::pair<const char*, Headers> kUnparsed[] = {{"g++", {}}, {"clang++-19", {}}};

void expectCompiles(const std::string& text,
                    std::span<const std::pair<const char*, Headers>> compilers = kParsed) {
  const auto folder = TemporaryDirectory::create("heddle-codegen-");
  ASSERT_TRUE(folder);
  const std::string file = joinPath(folder->path(), "emitted_test.cpp");
  ASSERT_TRUE(writeFileAtomically(file, text));
  for (const auto& [compiler, headers] : compilers) {
    Command command;
    command.arguments = {compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"};
    command.arguments.insert(command.arguments.end(), headers.begin(), headers.end());
    command.arguments.insert(command.arguments.end(), {"-I" CODEGEN_SOURCES, file});
    command.output = command.error = Stream::capture();
    const Result<Completed> done = runCommand(command);
    ASSERT_TRUE(done);
    EXPECT_TRUE(done->status.succeeded()) << compiler << "\n" << done->error << "\n" << text;
  }
}

TEST(TestWriter, ReadsAsAPersonWouldWriteIt) {
  const std::string text = written(findingOf(FindingKind::Linearizability),
                                   withdrawals(),
                                   "two calls of `withdraw` lose an update",
                                   {"no order of these calls gives that:",
                                    "  T1, T2: true, false, then 500",
                                    "  T2, T1: false, true, then 300"});
  const auto expected = readFile(CODEGEN_EXPECTED "/withdraw_test.cpp.txt");
  EXPECT_EQ(expected ? *expected : "(no baseline)", text);
  expectCompiles(text, kUnparsed);
}

// Marks of Operation::write: `$[T]=` keeps a result, `$[T]` takes the last one of the thread or of the prefix.
TEST(TestWriter, KeepsResultsThatLaterCallsTake) {
  Sample sample;
  sample.prefix({kMake, "bank::Account $0(800)", ""})
      .prefix({kBalance, "$[int]=$0.balance()", "800"})
      .suffix({{kWithdraw, "$0.withdraw($[int])", "true"}})
      .suffix({{kBalance, "$[int]=$0.balance()", "0"}, {kWithdraw, "$0.withdraw($[int])", "true"}});
  const std::string text = written(findingOf(FindingKind::Crash), sample, "null");
  EXPECT_THAT(text, HasSubstr("  auto returned = account.balance();\n"));
  EXPECT_THAT(text, HasSubstr("{ account.withdraw(returned); }"));
  EXPECT_THAT(text, HasSubstr("    auto returned2 = account.balance();\n"));
  EXPECT_THAT(text, HasSubstr("    account.withdraw(returned2);\n"));
  expectCompiles(text);
}

// `$[T]:=` keeps a result until the threads are joined, `$[T].reset()` destroys it before, `$^` begins the declaration of
// an argument that outlives its call. A thread releases its own results first, then one of the prefix that no other
// thread releases.
TEST(TestWriter, KeepsWhatOutlivesItsCall) {
  Sample sample;
  sample.prefix({kMake, "bank::Account $0(800)", ""})
      .prefix({kBalance, "$[std::string]:=std::to_string($0.balance())", "800"})
      .prefix({kBalance, "$[std::string]:=std::to_string($0.balance())", "800"})
      .suffix({{kWithdraw, "$[std::string].reset()", ""}})
      .suffix({{kBalance, "$[std::string]:=std::to_string($0.balance())", "0"},
               {kWithdraw, "$^const int amount$n = 3\n$0.withdraw(amount$n)", "true"},
               {kWithdraw, "$[std::string].reset()", ""}});
  const std::string text = written(findingOf(FindingKind::Crash), sample, "null");
  EXPECT_THAT(text, HasSubstr("#include <optional>\n"));
  EXPECT_THAT(text, HasSubstr("  auto kept = std::to_string(account.balance());\n"));
  EXPECT_THAT(text,
              HasSubstr("  std::optional<std::string> kept2;\n  "
                        "kept2.emplace(std::to_string(account.balance()));\n"));
  EXPECT_THAT(text, HasSubstr("{ kept2.reset(); }"));
  EXPECT_THAT(text, HasSubstr("  std::optional<std::string> kept3;\n  const int amount1 = 3;\n"));
  EXPECT_THAT(text, HasSubstr("    kept3.emplace(std::to_string(account.balance()));\n"));
  EXPECT_THAT(text, HasSubstr("    kept3.reset();\n"));
  expectCompiles(text);
}

TEST(TestWriter, ExpectsNothingWhenACallbackRan) {
  Sample sample = withdrawals();
  sample.calls.back().result = "true, called back";
  const std::string text = written(findingOf(FindingKind::Linearizability), sample, "wrong");
  EXPECT_THAT(text, Not(HasSubstr("EXPECT")));
}

TEST(TestWriter, ExpectsNothingOfACrash) {
  const std::string text = written(findingOf(FindingKind::Crash), withdrawals(), "null");
  EXPECT_THAT(text, Not(HasSubstr("EXPECT")));
  EXPECT_THAT(text, HasSubstr("std::thread thread1([&] { account.withdraw(500); });"));
  expectCompiles(text);
}

TEST(TestWriter, ExpectsNothingWhenAResultIsNoPlainValue) {
  Sample sample = withdrawals();
  sample.subject.operations[kBalance].result = "std::vector<int>";
  const std::string text = written(findingOf(FindingKind::Linearizability), sample, "wrong");
  EXPECT_THAT(text, Not(HasSubstr("EXPECT")));
}

TEST(TestWriter, SaysThatAnExceptionIsNotExpected) {
  Sample sample;
  sample.prefix({kMake, "bank::Account $0(1)", ""})
      .suffix({{kWithdraw, "$0.withdraw(1)", "stale", true}})
      .suffix({{kWithdraw, "$0.withdraw(1)", "true"}});
  const std::string text = written(findingOf(FindingKind::Exception), sample, "stale");
  EXPECT_THAT(text, HasSubstr("EXPECT_NO_THROW(account.withdraw(1));"));
  expectCompiles(text);
}

TEST(TestWriter, LetsACallThrowThatMayThrow) {
  Sample sample;
  sample.prefix({kMake, "bank::Account $0(1)", ""})
      .prefix({kWithdraw, "$0.withdraw(2)", "too much", true})
      .suffix({{kWithdraw, "$0.withdraw(1)", "true"}})
      .suffix({{kBalance, "$0.balance()", "0"}});
  const std::string text = written(findingOf(FindingKind::DataRace), sample, "race");
  EXPECT_THAT(text, HasSubstr("  EXPECT_ANY_THROW(account.withdraw(2));"));
  EXPECT_THAT(text, HasSubstr("-fsanitize=thread"));
  expectCompiles(text);
}

TEST(TestWriter, ArgumentsAndStubsAreSetUp) {
  Sample sample;
  sample.subject.supportCode = "struct StubAuditor : bank::Auditor {\n"
                               "  void note(const std::string&) override {}\n"
                               "};\n";
  sample.prefix({kMake, "bank::Account $0(1)", ""})
      .prefix({kMake, "bank::Account $1(2)", ""})
      .suffix({{kAudit, "StubAuditor auditor$n;\n$0.audit(auditor$n)", ""},
               {kAudit, "StubAuditor auditor$n;\n$0.audit(auditor$n)", ""}})
      .suffix({{kEqual, "$0 == $1", "false"}});
  const std::string text = written(findingOf(FindingKind::Deadlock), sample, "wait");
  EXPECT_THAT(text, HasSubstr("TEST(Account, AuditAuditWhileEqual)"));
  EXPECT_THAT(text, HasSubstr("    StubAuditor auditor2;\n    account.audit(auditor2);"));
  EXPECT_THAT(text, HasSubstr("(void)(account == other);"));
  EXPECT_THAT(text, HasSubstr("never ends"));
  expectCompiles(text);
}

TEST(TestWriter, LeavesOutWhatWasRefused) {
  Sample sample = withdrawals();
  sample.prefix({kEqual, "$0 == $1", ""});
  sample.calls.back().refused = true;
  const std::string text = written(findingOf(FindingKind::Crash), sample, "null");
  EXPECT_THAT(text, Not(HasSubstr("other")));
  EXPECT_THAT(text, HasSubstr("(void)account.balance();"));
}

TEST(TestOutline, ShowsThreadsAndResults) {
  EXPECT_THAT(outlineTest(withdrawals().observed()),
              testing::ElementsAre("    bank::Account account(1000);",
                                   "T1  account.withdraw(500);   -> true",
                                   "T2  account.withdraw(700);   -> true",
                                   "    account.balance();   -> 500"));
}

TEST(TestOutline, ThreadsOfTheClassComeFirst) {
  Sample sample = withdrawals();
  for (model::TracedCall& call : sample.calls)
    call.thread += call.thread > 0 ? 1 : 0;
  EXPECT_EQ(outlineTest(sample.observed())[1], "T2  account.withdraw(500);   -> true");
}

TEST(CallText, IsTheCallAlone) {
  const Sample sample = withdrawals();
  EXPECT_EQ(callText(sample.observed(), 1, 0), "account.withdraw(500)");
  EXPECT_EQ(callText(sample.observed(), abi::kEpilogueLane, 0), "account.balance()");
  EXPECT_EQ(callText(sample.observed(), 3, 0), "");
}

TEST(Names, OfObjects) {
  EXPECT_EQ(objectName("Logger"), "logger");
  EXPECT_EQ(objectName("LRUCache"), "lruCache");
  EXPECT_EQ(objectName("BoundedQueue"), "boundedQueue");
  EXPECT_EQ(objectName("concurrent_queue"), "concurrentQueue");
  EXPECT_EQ(objectName("vector"), "object");
  EXPECT_EQ(objectName("Switch"), "switchObject");
}

} // namespace
} // namespace heddle::codegen
