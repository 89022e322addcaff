// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/finding.h"
#include "model/run_result.h"

namespace heddle::model {
namespace {

Finding fullFinding() {
  Finding finding;
  finding.id = "0001";
  finding.kind = FindingKind::Deadlock;
  finding.title = "T1 and T2 wait for each other";
  finding.location = {"account.cpp", 12, 3, "transfer(Account&, Account&)"};
  finding.steps = {
      {4, 1, finding.location, "locks", "a", "", "", "", true},
      {9, 2, {"b.h", 1, 0, ""}, "reads", "x", "-3", "preempted", "note: \"x\"", false}};
  finding.stepsLeftOut = 3;
  finding.threads = {{1, "worker", "waits for mutex `b`", {"mutex `a`"}, {finding.location}},
                     {0, "main", "running", {}, {}}};
  finding.stack = {finding.location};
  finding.relatedWhat = "freed by T2";
  finding.relatedStack = {{"", 0, 0, "free"}};
  finding.notes = {"one", ""};
  finding.helps = {"two words"};
  finding.output = "line\n\n";
  finding.preemptions = 1;
  finding.events = 20;
  finding.originalPreemptions = 9;
  finding.originalEvents = 41;
  finding.position = {.test = 12, .execution = 7};
  finding.seen = 3;
  finding.seconds = 0.125;
  finding.signature = 77;
  finding.traceHash = 78;
  finding.replays = 3;
  finding.replaysFailed = 3;
  finding.schedule = {{{0, 5, true}, {1, 2, false, {{PickKind::Waiter, 1}}}}};
  finding.seed = 42;
  finding.program = {.sources = {"a b.cpp"},
                     .arguments = {"", "--x"},
                     .cxxflags = {"-std=c++20"},
                     .ldflags = {},
                     .buildDirectory = "build",
                     .workingDirectory = "/home/me",
                     .binary = "/tmp/h",
                     .fingerprint = "f00",
                     .className = "app::Queue<int>",
                     .valuesFile = "values.hpp"};
  finding.test = *testFromText("0(1) / 2() | 3(4,5)@1 / 6()");
  finding.sequencePair = 3;
  finding.testLines = {"Queue queue(1);", "T1  queue.pop();"};
  finding.testFile = "0001_test.cpp";
  finding.testCommand = "g++ 0001_test.cpp";
  finding.explanation = {"observed: 1 | 1"};
  finding.engineFlags = {"heap=reuse"};
  return finding;
}

TEST(Finding, RoundTripIsExact) {
  const std::string text = toText(fullFinding());
  const auto parsed = findingFromText(text);
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
  EXPECT_EQ(toText(*parsed), text);
  EXPECT_EQ(parsed->schedule, fullFinding().schedule);
  EXPECT_EQ(parsed->program.arguments, fullFinding().program.arguments);
  EXPECT_EQ(parsed->steps[1].note, "note: \"x\"");
  EXPECT_EQ(parsed->steps[1].switched, "preempted");
  EXPECT_EQ(parsed->threads[0].stack, fullFinding().threads[0].stack);
  EXPECT_EQ(parsed->notes, fullFinding().notes);
  EXPECT_EQ(parsed->test, fullFinding().test);
  EXPECT_EQ(parsed->program.className, "app::Queue<int>");
}

TEST(Finding, DefaultRoundTrips) {
  const auto parsed = findingFromText(toText(Finding{}));
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(toText(*parsed), toText(Finding{}));
}

TEST(Finding, NotAFindingIsAnError) {
  EXPECT_FALSE(findingFromText("\x7f"
                               "ELF"));
}

// A file as heddle 0.1.0 wrote it: all picks of a schedule are at its end.
TEST(Finding, FilesOfVersionOneAreRead) {
  const auto parsed = findingFromText("heddle finding 1\n"
                                      "id 0001\n"
                                      "kind lost-wakeup\n"
                                      "schedule \"0:12 1:7! 0:3 w2\"\n"
                                      "execution 70\n"
                                      "test \"0(1) / 2() | 3() /\"\n"
                                      "test-number 4\n"
                                      "end\n");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(toText(parsed->schedule), "0:12 1:7! 0:3 w2");
  EXPECT_EQ(parsed->schedule.segments[2].picks, (std::vector<Pick>{{PickKind::Waiter, 2}}));
  EXPECT_EQ(parsed->position.test, 4u);
}

TEST(Finding, OtherVersionsAreRefusedByNumber) {
  const auto parsed = findingFromText("heddle finding 3\nend\n");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message,
            "line 1: version 3 of `finding` is not known; this heddle reads versions 1 to 2");
  EXPECT_FALSE(findingFromText("heddle finding 0\nend\n"));
  EXPECT_FALSE(findingFromText("heddle finding 1x\nend\n"));
}

TEST(Finding, IsWrittenInTheNewestVersion) {
  EXPECT_TRUE(toText(Finding{}).starts_with("heddle finding 2\n"));
}

TEST(VerdictNames, AreThoseOfTheJsonDocument) {
  EXPECT_EQ(toText(Verdict::Found), "found");
  EXPECT_EQ(toText(Verdict::Verified), "verified");
  EXPECT_EQ(toText(Verdict::NotFound), "not-found");
  EXPECT_EQ(toText(Verdict::Inconclusive), "inconclusive");
  EXPECT_EQ(toText(Verdict::Unsupported), "unsupported");
}

} // namespace
} // namespace heddle::model
