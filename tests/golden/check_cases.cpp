// SPDX-License-Identifier: Apache-2.0
// Checks of a class: a wrong result, a race, and nothing found.
#include "cases.h"
#include "runtime/abi/calls.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::EventKind;
using model::FindingKind;
using model::MessageId;
using model::OperationKind;
using model::RunResult;

namespace {

model::OperationModel method(const std::string& signature,
                             const std::string& result,
                             const model::Message& problem = {}) {
  model::OperationModel out;
  out.kind = result.empty() ? OperationKind::Constructor : OperationKind::Method;
  out.name = signature.substr(0, signature.find('('));
  out.signature = signature;
  out.result = result;
  out.unsupported = problem;
  return out;
}

model::ClassCoverage coverage() {
  model::ClassCoverage out;
  out.subject.name = out.subject.shortName = "Account";
  out.subject.operations = {method("Account(int)", ""),
                            method("balance() const", "int"),
                            method("withdraw(int)", "bool"),
                            method("attach(Socket &)",
                                   "void",
                                   {.id = MessageId::NoValueFor, .arguments = {"Socket", "1"}}),
                            method("stop()", "void")};
  out.subject.leftOut = {{.kind = model::ClassModel::MemberKind::MemberTemplate,
                          .what = "each(F)",
                          .why = {.id = MessageId::OwnTemplate}}};
  model::CheckSummary& summary = out.summary;
  summary.guide = "auto";
  summary.pairs = 10;
  summary.pairsPruned = 7;
  summary.pairsRestored = 1;
  summary.operations.resize(out.subject.operations.size());
  summary.operations[1].tests = 31;
  summary.operations[1].notCompared[static_cast<std::size_t>(model::NotCompared::ReadsClock)] = 4;
  summary.operations[2].tests = 40;
  summary.operations[4].problem = {.id = MessageId::WaitsAlone};
  summary.operations[4].runs = 3;
  summary.changesState = summary.tellsStates = true;
  summary.testsWithSharing = 16;
  summary.shapes = {
      {.shape = model::TestShape::Pair, .tests = 12, .executions = 480, .exhausted = true},
      {.shape = model::TestShape::TwoObjects, .tests = 4, .executions = 96, .exhausted = false},
      {.shape = model::TestShape::ThreeLanes}};
  summary.iterations = {{.seconds = 0.01,
                         .saturation = 3,
                         .sequences = 412,
                         .newTraces = 7,
                         .length = 5,
                         .cut = false}};
  summary.progress = {{.seconds = 0.02, .tests = 1, .callTraces = 7, .requirementsCovered = 3}};
  return out;
}

RunResult checked(std::vector<model::Finding> findings) {
  for (model::Finding& finding : findings) {
    finding.program.className = "Account";
    finding.position = {.test = 2, .execution = 7};
    finding.sequencePair = 1;
    finding.testFile = "0001_test.cpp";
    finding.testCommand =
        "g++ -std=c++20 -I. heddle-out/0001_test.cpp -lgtest_main -lgtest -pthread";
  }
  RunResult result = explored(std::move(findings));
  result.command = "check";
  result.target = "account.hpp --class Account";
  result.stats.strategy = "auto";
  result.stats.tests = 16;
  result.stats.testsExhausted = 15;
  result.stats.sequencePairs = 6;
  result.stats.sequences = 412;
  result.stats.generateSeconds = 0.008;
  result.stats.callTraces = 7;
  result.stats.requirements = 12;
  result.stats.requirementsCovered = 9;
  result.stats.firstFinding.test = result.findings.empty() ? 0 : 2;
  result.coverage = coverage();
  addPatterns(result, 67);
  result.completeness.tests = 16;
  result.completeness.testsExhausted = 15;
  result.completeness.bounds.preemptions = 2;
  addCoverage(*result.coverage, result.completeness);
  return result;
}

// T1 withdraws after T2 has read the balance and before T2 writes it.
RunResult lostUpdate() {
  TraceBuilder b(FindingKind::Linearizability,
                 0,
                 {.id = MessageId::LaterResultOfNoOrder,
                  .arguments = {"account.balance()", "returned", "500"}});
  b.in("account.hpp");
  const auto balance = b.location("heap#1+40");
  const auto mutex = b.location("heap#1");
  const auto read = b.site(10, 12, "_ZNK7Account7balanceEv", "balance_");
  const auto write = b.site(16, 14, "_ZN7Account8withdrawEi", "balance_");
  const auto lockRead =
      b.libraryCall("std::mutex::lock", b.call(9, 21, "Account::balance() const"));
  const auto lockWrite =
      b.libraryCall("std::mutex::lock", b.call(15, 21, "Account::withdraw(int)"));
  const auto look = [&](std::uint16_t thread, int value) {
    b.operation(thread, EventKind::Lock, lockRead, mutex);
    b.access(thread, EventKind::Load, read, balance, value);
    b.operation(thread, EventKind::Unlock, lockRead, mutex);
  };
  const auto act = [&](std::uint16_t thread, int value) {
    b.operation(thread, EventKind::Lock, lockWrite, mutex);
    b.access(thread, EventKind::Store, write, balance, value);
    b.operation(thread, EventKind::Unlock, lockWrite, mutex);
  };
  b.beginCall(0, abi::kPrefixLane, "Account account(1000)").endCall(0, "");
  b.other(0, EventKind::ThreadCreate, 1).other(0, EventKind::ThreadCreate, 2);
  b.beginCall(1, 1, "account.withdraw(500)");
  look(1, 1000);
  b.beginCall(2, 2, "account.withdraw(700)");
  look(2, 1000);
  act(2, 300);
  b.endCall(2, "true").other(2, EventKind::ThreadExit, 0);
  act(1, 500);
  b.endCall(1, "true").other(1, EventKind::ThreadExit, 0);
  b.beginCall(0, abi::kEpilogueLane, "account.balance()");
  look(0, 500);
  b.endCall(0, "500");
  model::Finding finding = b.build(1);
  finding.testLines = {"    Account account(1000);",
                       "T1  account.withdraw(500);   -> true",
                       "T2  account.withdraw(700);   -> true",
                       "    account.balance();   -> 500"};
  const auto returned = [](const char* first, const char* second, const char* balance) {
    return std::vector<model::CallOutcome>{{.end = model::CallEnd::Returned, .text = first},
                                           {.end = model::CallEnd::Returned, .text = second},
                                           {.end = model::CallEnd::Returned, .text = balance}};
  };
  finding.explanation.calls = {{.lane = 1, .source = "withdraw(500)"},
                               {.lane = 2, .source = "withdraw(700)"},
                               {.lane = abi::kEpilogueLane, .source = "balance()"}};
  finding.explanation.observed = returned("true", "true", "500");
  finding.explanation.serial = {{.lanes = {1, 2}, .outcomes = returned("true", "false", "500")},
                                {.lanes = {2, 1}, .outcomes = returned("false", "true", "300")}};
  return checked({std::move(finding)});
}

RunResult nothingFound() {
  RunResult result = checked({});
  result.completeness.triedAllTests = false;
  result.completeness.fairExecutions = result.stats.fairExecutions = 3;
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

// What tests say nothing about is part of the verdict.
RunResult partlyTested() {
  RunResult result = checked({});
  result.coverage->subject.operations.push_back(method("flush()", "void"));
  result.coverage->subject.operations.push_back(method("drain()", "int"));
  result.coverage->summary.operations.resize(7);
  result.coverage->summary.operations[5].precompiled = true;
  result.completeness = {.tests = 16, .testsExhausted = 16};
  addCoverage(*result.coverage, result.completeness);
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

RunResult nothingToTest() {
  RunResult result = checked({});
  result.coverage->summary.changesState = result.coverage->summary.tellsStates = false;
  result.completeness = {.tests = 16, .testsExhausted = 16};
  addCoverage(*result.coverage, result.completeness);
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

model::Finding warningAbout(const char* method) {
  model::Finding finding = lostUpdate().findings.front();
  finding.severityReason = model::SeverityReason::ExtremeArguments;
  finding.methods = {method, "withdraw"};
  return finding;
}

model::Finding noteAbout(const char* method) {
  model::Finding finding = warningAbout(method);
  finding.kind = FindingKind::WeakConsistency;
  finding.severityReason = model::SeverityReason::None;
  return finding;
}

// An error in full, a warning in a line, and what is only counted.
RunResult severities() {
  model::Finding known = lostUpdate().findings.front();
  known.known = true;
  RunResult result = checked({lostUpdate().findings.front(),
                              warningAbout("balance"),
                              noteAbout("balance"),
                              std::move(known)});
  result.baseline = {.file = "known.txt", .notSeen = {"data-race Account | balance | balance_"}};
  return result;
}

// Nothing that counts: the verdict is as without findings.
RunResult warningsOnly() {
  RunResult result = checked({warningAbout("balance"), noteAbout("balance")});
  result.completeness.otherFindings = 2;
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

RunResult notesOnly() {
  RunResult result = checked({noteAbout("balance"), noteAbout("limit")});
  result.completeness.otherFindings = 2;
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

RunResult warningsAreFailures() {
  RunResult result = checked({warningAbout("balance"), noteAbout("balance")});
  result.failOn = model::Severity::Warning;
  return result;
}

// A class with two methods, both driven and compared.
RunResult verified() {
  RunResult result = checked({});
  result.coverage->subject.operations.resize(3);
  result.coverage->summary.operations.resize(3);
  result.coverage->subject.leftOut.clear();
  result.coverage->summary.operations[1].notCompared = {};
  result.coverage->summary.shapes[1].exhausted = true;
  result.stats.testsExhausted = 16;
  result.completeness = {.tests = 16, .testsExhausted = 16};
  result.completeness.bounds.preemptions = 2;
  addCoverage(*result.coverage, result.completeness);
  result.verdict = verdictOf(result.completeness, false);
  return result;
}

} // namespace

std::vector<Case> checkCases() {
  return {{"check-linearizability", lostUpdate},
          {"check-not-found", nothingFound},
          {"check-partly-tested", partlyTested},
          {"check-nothing-to-test", nothingToTest},
          {"check-severities", severities},
          {"check-warnings", warningsOnly},
          {"check-notes", notesOnly},
          {"check-fail-on-warning", warningsAreFailures},
          {"check-verified", verified}};
}

} // namespace heddle::golden
