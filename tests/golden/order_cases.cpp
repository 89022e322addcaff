// SPDX-License-Identifier: Apache-2.0
// Failures that come from the order of accesses: races, assertions, exceptions, crashes.
#include "cases.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::EventKind;
using model::FindingKind;
using model::MessageId;

namespace {

// The accesses of account.cpp.
struct Account {
  explicit Account(TraceBuilder& builder) : b(builder) {
    b.in("account.cpp");
    balance = b.global("balance");
    check = b.site(8, 7, "_Z8withdrawi", "balance");
    read = b.site(9, 14, "_Z8withdrawi", "balance");
    write = b.site(10, 11, "_Z8withdrawi", "balance");
    last = b.site(17, 10, "main", "balance");
    create = b.libraryCall("std::thread::thread", b.call(14, 15, "main"));
    join = b.libraryCall("std::thread::join", b.call(15, 5, "main"));
  }

  void start(std::uint16_t threads) {
    for (std::uint16_t t = 1; t <= threads; ++t) {
      b.operation(0, EventKind::ThreadCreate, create);
      b.trace.events.back().hasValue = true;
      b.trace.events.back().value = t;
    }
  }
  void finish(std::uint16_t thread) { b.other(thread, EventKind::ThreadExit, 0); }
  void withdraw(std::uint16_t thread, int balanceNow, int rest) {
    b.access(thread, EventKind::Load, check, balance, balanceNow);
    b.access(thread, EventKind::Load, read, balance, balanceNow);
    b.access(thread, EventKind::Store, write, balance, rest);
  }

  TraceBuilder& b;
  std::uint32_t balance = 0;
  std::int64_t check = 0, read = 0, write = 0, last = 0;
  std::uint64_t create = 0, join = 0;
};

// T1 is preempted between read and write; T2 runs in between.
void lostUpdate(Account& account) {
  TraceBuilder& b = account.b;
  b.access(0, EventKind::Store, account.last, account.balance, 1000);
  account.start(2);
  b.access(1, EventKind::Load, account.check, account.balance, 1000);
  b.access(1, EventKind::Load, account.read, account.balance, 1000);
  account.withdraw(2, 1000, 300);
  account.finish(2);
  b.access(1, EventKind::Store, account.write, account.balance, 500);
  account.finish(1);
  b.access(0, EventKind::Load, account.last, account.balance, 500);
}

model::RunResult assertion() {
  TraceBuilder b(
      FindingKind::Assert,
      0,
      {.id = MessageId::AssertionFailed, .arguments = {"balance == 500 || balance == 300"}});
  Account account(b);
  lostUpdate(account);
  b.trace.stack = b.stack({b.libraryCall("__assert_fail", b.call(17, 3, "main"))});
  b.trace.output = "starting\nbalance 500\n";
  model::RunResult result = explored({b.build()});
  addPatterns(result, 67);
  return result;
}

model::RunResult dataRace() {
  TraceBuilder b(FindingKind::DataRace, 2, {});
  Account account(b);
  account.start(2);
  account.withdraw(1, 1000, 500);
  account.finish(1);
  account.withdraw(2, 500, -200);
  b.trace.races = {{account.balance, 1, 2, account.write, account.check, true, false, 5, 7}};
  return explored({b.build(0)});
}

// The same race in a library header: only the recorded stack knows the user's line.
model::RunResult dataRaceInHeader() {
  TraceBuilder b(FindingKind::DataRace, 2, {});
  b.in("queue.cpp");
  const auto hits = b.location("heap#2+4");
  const auto call = b.libraryCall("std::atomic<int>::fetch_add", b.call(34, 8, "consume()"));
  const auto wait = b.libraryCall("std::atomic<int>::load", b.call(20, 14, "sum()"));
  b.in("/usr/include/c++/12/bits/atomic_base.h");
  const auto add = b.site(618, 16, "_ZNSt13__atomic_baseIiE9fetch_addEi", "_M_i");
  b.in("queue.cpp");
  b.trace.stacks = {{}, {call, b.call(5, 3, "run()")}, {wait, b.call(6, 3, "main")}};
  b.access(1, EventKind::Store, add, hits, 1);
  b.trace.events.back().stack = 1;
  b.access(2, EventKind::Load, add, hits, 1);
  b.trace.events.back().stack = 2;
  b.trace.races = {{hits, 1, 2, add, add, true, false, 1, 2}};
  return explored({b.build(0)});
}

model::RunResult exception() {
  TraceBuilder b(
      FindingKind::Exception,
      0,
      {.id = MessageId::UncaughtExceptionSays, .arguments = {"std::runtime_error", "overdrawn"}});
  Account account(b);
  lostUpdate(account);
  b.trace.stack = b.stack(
      {b.libraryCall("__cxa_throw", b.call(10, 3, "withdraw(int)")), b.call(14, 15, "main")});
  return explored({b.build()});
}

model::RunResult abortCall() {
  TraceBuilder b(FindingKind::Abort, 0, {.id = MessageId::AbortCalled});
  Account account(b);
  lostUpdate(account);
  b.trace.stack = b.stack({b.call(17, 3, "main")});
  return explored({b.build()});
}

model::RunResult exitStatus() {
  TraceBuilder b(
      FindingKind::ExitStatus, 0, {.id = MessageId::ExitStatus, .arguments = {"1", "0"}});
  Account account(b);
  lostUpdate(account);
  return explored({b.build()});
}

model::RunResult crash() {
  TraceBuilder b(FindingKind::Crash, 1, {.id = MessageId::NullSignal, .arguments = {"SIGSEGV"}});
  b.in("queue.cpp");
  const auto head = b.global("head");
  const auto read = b.site(19, 21, "_Z3sumv", "head");
  const auto clear = b.site(26, 8, "_Z3popv", "head");
  b.access(1, EventKind::Load, read, head, 0);
  b.trace.events.back().isPointer = true;
  b.access(2, EventKind::Store, clear, head, 0);
  b.trace.events.back().isPointer = true;
  const auto fault = b.call(20, 20, "sum()");
  // A signal's frame is exact: the lookup must not step back from it.
  b.symbolizer.places[fault] = b.symbolizer.places[fault - 1];
  b.symbolizer.places.erase(fault - 1);
  b.trace.stack = b.stack({fault, b.call(33, 3, "consume()")});
  return explored({b.build()});
}

// Five threads, many steps: one column, the middle left out.
model::RunResult manyThreads() {
  TraceBuilder b(
      FindingKind::Assert,
      0,
      {.id = MessageId::AssertionFailed, .arguments = {"balance == 500 || balance == 300"}});
  Account account(b);
  account.start(5);
  for (int round = 0; round < 30; ++round) {
    for (std::uint16_t t = 3; t <= 5; ++t)
      account.withdraw(t, 1000, 1000);
  }
  b.access(1, EventKind::Load, account.check, account.balance, 1000);
  b.access(1, EventKind::Load, account.read, account.balance, 1000);
  account.withdraw(2, 1000, 300);
  account.finish(2);
  b.access(1, EventKind::Store, account.write, account.balance, 500);
  account.finish(1);
  b.access(0, EventKind::Load, account.last, account.balance, 500);
  b.trace.stack = b.stack({b.call(17, 3, "main")});
  return explored({b.build(3)});
}

model::RunResult twoFindings() {
  model::RunResult result = assertion();
  result.findings.push_back(dataRace().findings.front());
  result.findings.back().id = "0002";
  result.diagnostics.push_back({model::Severity::Warning,
                                "environment",
                                "one harness process died and was replaced",
                                {},
                                "nothing was lost"});
  return result;
}

} // namespace

std::vector<Case> orderCases() {
  return {{"assert", assertion},
          {"data-race", dataRace},
          {"data-race-in-header", dataRaceInHeader},
          {"exception", exception},
          {"abort", abortCall},
          {"exit-status", exitStatus},
          {"crash", crash},
          {"many-threads", manyThreads},
          {"two-findings", twoFindings}};
}

} // namespace heddle::golden
