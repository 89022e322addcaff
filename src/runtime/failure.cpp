// SPDX-License-Identifier: Apache-2.0
#include "runtime/failure.h"

#include <csetjmp>
#include <cstring>
#include <unwind.h>

#include "runtime/fiber.h"
#include "runtime/system/raw_output.h"
#include "runtime/unsupported.h"

void heddle_rt_failing_step() {
  asm volatile("" ::: "memory");
}
void heddle_rt_racing_step() {
  asm volatile("" ::: "memory");
}

namespace heddle::runtime {

volatile bool unwinding;

namespace {

jmp_buf unwindEscape;
Refusal refusal; // the first

_Unwind_Reason_Code addFrame(_Unwind_Context* context, void* argument) {
  auto* stack = static_cast<StackTrace*>(argument);
  std::uintptr_t pc = _Unwind_GetIP(context);
  if (pc == 0 || stack->depth == kMaxFrames)
    return _URC_END_OF_STACK;
  stack->pc[stack->depth++] = pc;
  return _URC_NO_REASON;
}

bool unwindWithTables(StackTrace& stack) {
  stack.depth = 0;
  unwinding = true;
  bool done = _setjmp(unwindEscape) == 0;
  if (done)
    _Unwind_Backtrace(addFrame, &stack);
  unwinding = false;
  return done;
}

void beginOutcome(FailureKind kind, std::uintptr_t address) {
  engine.inSubject = false;
  Outcome& outcome = engine.outcome;
  outcome.kind = kind;
  outcome.thread = exec.current;
  outcome.site = exec.lastSite;
  outcome.address = address;
}

void describeUnsupported(MessageId message, MessageArguments arguments) {
  beginOutcome(FailureKind::None, 0);
  engine.outcome.unsupported = true;
  setMessage(engine.outcome.message, message, arguments);
  // Rare, and often inside libc, which has no frame pointers.
  if (!unwindWithTables(engine.outcome.stack))
    captureStack(engine.outcome.stack);
}

[[noreturn]] void endOutcome() {
  heddle_rt_failing_step();
  returnToEngine(Return::Ended);
}

} // namespace

void abandonUnwinding() {
  _longjmp(unwindEscape, 1);
}

void walkFramePointers(StackTrace& stack, ThreadId thread, std::uintptr_t frame) {
  stack.depth = 0;
  std::uintptr_t low = stackLow(thread);
  std::uintptr_t high = stackHigh(thread);
  while (stack.depth < kMaxFrames && frame >= low && frame + 16 <= high && frame % 8 == 0) {
    const auto* words = reinterpret_cast<const std::uintptr_t*>(frame);
    if (words[1] == 0)
      return;
    stack.pc[stack.depth++] = words[1];
    if (words[0] <= frame)
      return;
    frame = words[0];
  }
}

void captureStack(StackTrace& stack) {
  bool wasInSubject = engine.inSubject;
  engine.inSubject = false;
  if (!engine.keepsStacks || !unwindWithTables(stack))
    walkFramePointers(
        stack, exec.current, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  engine.inSubject = wasInSubject;
}

const StackTrace* keepStack() {
  if (!engine.keepsStacks)
    return nullptr;
  auto* stack = scratchNew<StackTrace>();
  captureStack(*stack);
  return stack;
}

void captureStackFrom(StackTrace& stack, std::uintptr_t pc, std::uintptr_t framePointer) {
  if (engine.keepsStacks && unwindWithTables(stack)) {
    // The handler's own frames come first; the interrupted one is the one that matters.
    for (unsigned i = 0; i < stack.depth; ++i) {
      if (stack.pc[i] != pc)
        continue;
      std::memmove(stack.pc, stack.pc + i, (stack.depth - i) * sizeof stack.pc[0]);
      stack.depth -= i;
      return;
    }
  }
  walkFramePointers(stack, exec.current, framePointer);
  unsigned kept = stack.depth < kMaxFrames ? stack.depth : kMaxFrames - 1;
  std::memmove(stack.pc + 1, stack.pc, kept * sizeof stack.pc[0]);
  stack.pc[0] = pc;
  stack.depth = kept + 1;
}

void relateStack(Relation relation, ThreadId thread, const StackTrace* stack) {
  engine.outcome.relation = relation;
  engine.outcome.relatedThread = thread;
  engine.outcome.relatedStack.depth = 0;
  if (stack != nullptr)
    engine.outcome.relatedStack = *stack;
}

void fail(FailureKind kind, MessageId message, MessageArguments arguments) {
  beginOutcome(kind, 0);
  setMessage(engine.outcome.message, message, arguments);
  captureStack(engine.outcome.stack);
  endOutcome();
}

void failAt(FailureKind kind,
            std::uintptr_t address,
            MessageId message,
            MessageArguments arguments) {
  beginOutcome(kind, address);
  setMessage(engine.outcome.message, message, arguments);
  if (engine.outcome.stack.depth == 0)
    captureStack(engine.outcome.stack);
  endOutcome();
}

void failTooLarge(MessageId message, MessageArguments arguments) {
  describeUnsupported(message, arguments);
  returnToEngine(Return::Ended);
}

void failUnsupported(MessageId message, MessageArguments arguments) {
  if (!engine.executing)
    dieOfLibrary(message, arguments);
  describeUnsupported(message, arguments);
  if (refusal.what.id == MessageId::None) {
    refusal.what = engine.outcome.message;
    refusal.stack = engine.outcome.stack;
  }
  returnToEngine(Return::Ended);
}

const Refusal* firstRefusal() {
  return refusal.what.id == MessageId::None ? nullptr : &refusal;
}

} // namespace heddle::runtime
