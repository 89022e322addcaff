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
  finding.message = {.id = MessageId::WaitCycle, .arguments = {"2"}};
  finding.location = {"account.cpp", 12, 3, "transfer(Account&, Account&)"};
  finding.thread = 1;
  finding.accessed = "node->next";
  finding.race = {.firstThread = 1, .secondThread = 2, .firstWrites = true, .object = 1};
  finding.methods = {"push", "pop"};
  Object named;
  named.name = "a \"lock\"";
  named.location = {.region = Region::Heap, .number = 3, .offset = -8};
  named.alias = "p";
  named.isAmbiguous = true;
  named.number = 2;
  Object thread;
  thread.thread = 2;
  finding.objects = {Object(), named, thread};
  Step locks;
  locks.number = 4;
  locks.thread = 1;
  locks.kind = StepKind::Lock;
  locks.place = finding.location;
  locks.object = 1;
  locks.essential = true;
  Step reads;
  reads.number = 9;
  reads.thread = 2;
  reads.kind = StepKind::Read;
  reads.place = {"b.h", 1, 0, ""};
  reads.value = {.kind = ValueKind::Number, .text = "-3"};
  reads.switched = {.reason = SwitchReason::WaitsFor, .object = 2};
  reads.edge = {.kind = EdgeKind::Overwrites,
                .thread = 1,
                .step = 4,
                .value = {.kind = ValueKind::Address,
                          .location = {.region = Region::Stack, .number = 1, .offset = 40}}};
  finding.steps = {locks, reads};
  finding.stepsLeftOut = 3;
  ThreadState waits;
  waits.thread = 1;
  waits.entry = "worker";
  waits.calls = {{.source = "push(1)", .outcome = {.end = CallEnd::Threw, .text = "int"}}};
  waits.status = ThreadStatus::WaitingFor;
  waits.wait = {.operation = EventKind::LockShared, .object = 1, .holder = 2};
  waits.holds = {{.operation = EventKind::Lock, .object = 1, .place = finding.location}};
  waits.stack = {finding.location};
  ThreadState accesses;
  accesses.isTest = true;
  accesses.status = ThreadStatus::Accessing;
  accesses.access = StepKind::Update;
  accesses.object = 2;
  finding.threads = {waits, accesses};
  finding.stack = {finding.location};
  finding.related = {.relation = Relation::FreedBy, .thread = 2, .stack = {{"", 0, 0, "free"}}};
  finding.notes = {{.id = MessageId::ReplaysDiffer},
                   {.id = MessageId::OtherKind, .arguments = {"a b", ""}}};
  finding.why = {{.kind = PairKind::Before,
                  .accesses = {{.step = 9,
                                .thread = 2,
                                .kind = StepKind::Read,
                                .object = 1,
                                .place = finding.location}}},
                 {.kind = PairKind::LockCycle, .accesses = {}}};
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
  finding.explanation.calls = {{.lane = 1, .source = "push(1)"}, {.lane = 2, .source = "pop()"}};
  finding.explanation.observed = {{.end = CallEnd::Returned}, {.end = CallEnd::NeverEnds}};
  finding.explanation.serial = {
      {.lanes = {2, 1}, .outcomes = {{.end = CallEnd::Returned, .text = "1"}, {}}}};
  finding.explanation.threads = {0, 3, 4};
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
  EXPECT_EQ(parsed->steps, fullFinding().steps);
  EXPECT_EQ(parsed->objects, fullFinding().objects);
  EXPECT_EQ(parsed->explanation, fullFinding().explanation);
  EXPECT_EQ(parsed->threads[0].stack, fullFinding().threads[0].stack);
  EXPECT_EQ(parsed->notes, fullFinding().notes);
  EXPECT_EQ(parsed->why, fullFinding().why);
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
  const auto parsed = findingFromText("heddle finding 6\nend\n");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().message,
            "line 1: version 6 of `finding` is not known; this heddle reads versions 1 to 5");
  EXPECT_FALSE(findingFromText("heddle finding 0\nend\n"));
  EXPECT_FALSE(findingFromText("heddle finding 1x\nend\n"));
}

TEST(Finding, IsWrittenInTheNewestVersion) {
  EXPECT_TRUE(toText(Finding{}).starts_with("heddle finding 5\n"));
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
