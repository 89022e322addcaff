// SPDX-License-Identifier: Apache-2.0
// Failures that a memory oracle reports.
#include "cases.h"
#include "trace_builder.h"

namespace heddle::golden {

using model::EventKind;
using model::FindingKind;
using model::MessageId;

namespace {

// sum() walks while pop() frees: queue.cpp.
TraceBuilder walkAndFree(FindingKind kind, model::Message message) {
  TraceBuilder b(kind, 1, std::move(message));
  b.in("queue.cpp");
  const auto head = b.global("head");
  const auto node = b.location("heap#1");
  const auto next = b.location("heap#1+8");
  const auto readHead = b.site(19, 21, "_Z3sumv", "head");
  const auto popHead = b.site(25, 16, "_Z3popv", "head");
  const auto popNext = b.site(26, 16, "_Z3popv", "node->next");
  const auto store = b.site(26, 8, "_Z3popv", "head");
  const auto free = b.call(27, 3, "pop()");
  const auto pointer = [&](std::uint64_t value) {
    b.trace.events.back().isPointer = true;
    b.trace.events.back().size = 8;
    b.trace.events.back().value = value;
  };
  b.access(1, EventKind::Load, readHead, head, 0);
  pointer(node);
  b.access(2, EventKind::Load, popHead, head, 0);
  pointer(node);
  b.access(2, EventKind::Load, popNext, next, 0);
  pointer(0);
  b.access(2, EventKind::Store, store, head, 0);
  pointer(0);
  b.operation(2, EventKind::Free, free, node);
  b.other(2, EventKind::ThreadExit, 0);
  b.trace.relation = model::Relation::FreedBy;
  b.trace.relatedThread = 2;
  b.trace.relatedStack =
      b.stack({b.libraryCall("operator delete", free), b.call(31, 3, "consume()")});
  return b;
}

model::RunResult useAfterFree() {
  TraceBuilder b =
      walkAndFree(FindingKind::UseAfterFree,
                  {.id = MessageId::AccessAfterFree, .arguments = {"read", "8", "8", "16", "2"}});
  b.trace.site = b.site(19, 46, "_Z3sumv", "node->next");
  b.trace.stack = b.stack({b.call(19, 46, "sum()"), b.call(33, 3, "consume()")});
  return explored({b.build()});
}

model::RunResult doubleFree() {
  TraceBuilder b = walkAndFree(FindingKind::DoubleFree,
                               {.id = MessageId::FreedAlready, .arguments = {"delete", "16", "2"}});
  b.trace.stack = b.stack({b.call(27, 3, "pop()")});
  return explored({b.build()});
}

model::RunResult badFree() {
  TraceBuilder b(FindingKind::BadFree,
                 0,
                 {.id = MessageId::FreedByOtherFamily, .arguments = {"delete", "new[]"}});
  b.in("queue.cpp");
  b.trace.stack = b.stack({b.call(27, 3, "pop()")});
  b.trace.relation = model::Relation::AllocatedBy;
  b.trace.relatedThread = 0;
  b.trace.relatedStack = b.stack({b.call(25, 16, "pop()")});
  return explored({b.build(0)});
}

model::RunResult heapOverflow() {
  TraceBuilder b(FindingKind::HeapOverflow,
                 2,
                 {.id = MessageId::AccessOutsideBlock, .arguments = {"write", "4", "16", "16"}});
  b.in("account.cpp");
  const auto next = b.site(10, 11, "_Z8withdrawi", "balance");
  b.access(2, EventKind::Load, next, b.location("heap#4+8"), 4);
  b.trace.site = next;
  b.trace.stack = b.stack({b.call(10, 11, "withdraw(int)")});
  return explored({b.build()});
}

model::RunResult stackOverflow() {
  TraceBuilder b(
      FindingKind::StackOverflow, 1, {.id = MessageId::StackUsedUp, .arguments = {"1", "2048"}});
  b.in("queue.cpp");
  std::vector<std::uint64_t> calls;
  for (int i = 0; i < 20; ++i)
    calls.push_back(b.call(20, 14, "sum()"));
  b.trace.stack = b.stack(calls);
  return explored({b.build(0)});
}

model::RunResult leak() {
  TraceBuilder b(FindingKind::Leak, 0, {.id = MessageId::BytesLost, .arguments = {"32"}});
  b.in("queue.cpp");
  b.trace.relation = model::Relation::AllocatedBy;
  b.trace.relatedThread = 1;
  b.trace.relatedStack = b.stack({b.call(25, 16, "pop()")});
  return explored({b.build(0)});
}

} // namespace

std::vector<Case> memoryCases() {
  return {{"use-after-free", useAfterFree},
          {"double-free", doubleFree},
          {"bad-free", badFree},
          {"heap-overflow", heapOverflow},
          {"stack-overflow", stackOverflow},
          {"leak", leak}};
}

} // namespace heddle::golden
