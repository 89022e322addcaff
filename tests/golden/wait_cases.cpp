// SPDX-License-Identifier: Apache-2.0
// Executions that do not end: deadlocks, lost wake-ups, endless loops, misused locks.
#include "cases.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::EventKind;
using model::FindingKind;
using model::MessageId;

namespace {

void block(TraceBuilder& b,
           std::uint16_t thread,
           EventKind kind,
           std::uint64_t call,
           std::uint32_t location) {
  b.operation(thread, EventKind::Blocked, call, location);
  b.trace.events.back().hasValue = true;
  b.trace.events.back().value = static_cast<std::uint64_t>(kind);
}

model::RunResult lockCycle() {
  TraceBuilder b(FindingKind::Deadlock, 2, {.id = MessageId::WaitCycle, .arguments = {"2"}});
  b.in("transfer.cpp");
  const auto x = b.global("x");
  const auto y = b.global("y");
  const auto first = b.libraryCall("std::lock_guard<std::mutex>::lock_guard",
                                   b.call(11, 31, "transfer(Account&, Account&)"));
  const auto second = b.libraryCall("std::lock_guard<std::mutex>::lock_guard",
                                    b.call(12, 31, "transfer(Account&, Account&)"));
  const auto lambdaA = b.call(19, 22, "main::$_0::operator()() const");
  const auto lambdaB = b.call(20, 22, "main::$_1::operator()() const");
  const auto join = b.libraryCall("std::thread::join", b.call(21, 5, "main"));
  b.operation(1, EventKind::Lock, first, x);
  b.operation(2, EventKind::Lock, first, y);
  block(b, 2, EventKind::Lock, second, x);
  b.trace.blocked = {{1, EventKind::Lock, y, 2, b.stack({second, lambdaA})},
                     {2, EventKind::Lock, x, 1, b.stack({second, lambdaB})},
                     {0, EventKind::ThreadJoin, 0, 1, b.stack({join})}};
  b.trace.held = {{1, x, b.stack({first, lambdaA})}, {2, y, b.stack({first, lambdaB})}};
  return explored({b.build()});
}

// The locks are locals: only the source text has a name for them.
model::RunResult selfDeadlock() {
  TraceBuilder b(FindingKind::Deadlock, 1, {.id = MessageId::WaitsForItself, .arguments = {"1"}});
  b.in("transfer.cpp");
  const auto lock = b.location("stack#0-8");
  const auto first = b.call(11, 31, "transfer(Account&, Account&)");
  const auto second = b.call(12, 31, "transfer(Account&, Account&)");
  b.operation(1, EventKind::Lock, first, lock);
  block(b, 1, EventKind::Lock, second, lock);
  b.trace.blocked = {{1, EventKind::Lock, lock, 1, b.stack({second})}};
  b.trace.held = {{1, lock, b.stack({first})}};
  return explored({b.build(0)});
}

model::RunResult lostWakeup() {
  TraceBuilder b(FindingKind::LostWakeup, 1, {.id = MessageId::NoNotifier, .arguments = {"1"}});
  b.in("queue.cpp");
  const auto ready = b.global("ready");
  const auto mutex = b.global("mutex");
  const auto filled = b.global("filled");
  const auto lock =
      b.libraryCall("std::unique_lock<std::mutex>::unique_lock", b.call(31, 20, "consume()"));
  const auto wait = b.libraryCall("std::condition_variable::wait", b.call(33, 11, "consume()"));
  const auto notify =
      b.libraryCall("std::condition_variable::notify_one", b.call(39, 9, "produce()"));
  const auto test = b.site(32, 8, "_Z7consumev", "filled");
  const auto set = b.site(38, 10, "_Z7producev", "filled");
  b.operation(1, EventKind::Lock, lock, mutex);
  b.access(1, EventKind::Load, test, filled, 0);
  b.access(2, EventKind::Store, set, filled, 1);
  b.operation(2, EventKind::CondSignal, notify, ready);
  b.other(2, EventKind::ThreadExit, 0);
  b.operation(1, EventKind::CondWait, wait, ready);
  block(b, 1, EventKind::CondWait, wait, ready);
  b.trace.blocked = {{1, EventKind::CondWait, ready, -1, b.stack({wait})}};
  return explored({b.build()});
}

TraceBuilder spinning(FindingKind kind, model::Message message) {
  TraceBuilder b(kind, 1, std::move(message));
  b.in("queue.cpp");
  const auto filled = b.global("filled");
  const auto test = b.site(32, 8, "_Z7consumev", "filled");
  const auto reset = b.site(38, 10, "_Z7producev", "filled");
  for (int i = 0; i < 40; ++i) {
    b.access(1, EventKind::Load, test, filled, 0);
    b.access(2, EventKind::Store, reset, filled, 0);
  }
  b.trace.eventsLeftOut = 9'999'900;
  b.trace.stack = b.stack({b.call(32, 8, "consume()")});
  return b;
}

model::RunResult livelock() {
  return explored({spinning(FindingKind::Livelock,
                            {.id = MessageId::FairTurnsWithoutEnd, .arguments = {"2", "10"}})
                       .build(4)});
}

model::RunResult hang() {
  return explored(
      {spinning(FindingKind::Hang, {.id = MessageId::RunsWithoutEnd, .arguments = {"1", "10"}})
           .build(2)});
}

model::RunResult lockMisuse() {
  TraceBuilder b(FindingKind::LockMisuse, 1, {.id = MessageId::UnlockByOther, .arguments = {"1"}});
  b.in("queue.cpp");
  const auto mutex = b.global("mutex");
  const auto lock = b.call(31, 20, "consume()");
  b.operation(2, EventKind::Lock, lock, mutex);
  b.trace.stack = b.stack({b.libraryCall("std::mutex::unlock", b.call(35, 3, "consume()"))});
  return explored({b.build()});
}

} // namespace

std::vector<Case> waitCases() {
  return {{"deadlock", lockCycle},
          {"self-deadlock", selfDeadlock},
          {"lost-wakeup", lostWakeup},
          {"livelock", livelock},
          {"hang", hang},
          {"lock-misuse", lockMisuse}};
}

} // namespace heddle::golden
