// SPDX-License-Identifier: Apache-2.0
// How an execution fails: the outcome is written and control returns to the engine's stack. The next
// execution restores all memory, so no cleanup is necessary.
#pragma once

#include "runtime/state.h"
#include "runtime/system/message_arguments.h"

// Breakpoints for a debugger, on the subject's stack: at the moment of failure, and where the second access of a data
// race is about to happen. An exit status other than 0 counts as a failure here; the judge decides later.
extern "C" __attribute__((visibility("default"), noinline)) void heddle_rt_failing_step();
extern "C" __attribute__((visibility("default"), noinline)) void heddle_rt_racing_step();

namespace heddle::runtime {

[[noreturn, gnu::cold]] void
fail(FailureKind kind, MessageId message, MessageArguments arguments = {});
// The same with the faulting address or the object that matters.
[[noreturn, gnu::cold]] void failAt(FailureKind kind,
                                    std::uintptr_t address,
                                    MessageId message,
                                    MessageArguments arguments = {});

// Names the other event of a memory error: which thread freed or allocated. Call before fail.
void relateStack(Relation relation, ThreadId thread, const StackTrace* stack);

// Return addresses of the calling fiber. With Options::traceCallers they are exact but expensive (unwind tables);
// otherwise they follow the frame pointers, which is enough to distinguish failures.
void captureStack(StackTrace& stack);
// A copy that lives as long as the execution, or null without Options::traceCallers.
const StackTrace* keepStack();
// Follows the frame pointers of `thread`'s stack: cheap, and complete for the subject's own code.
void walkFramePointers(StackTrace& stack, ThreadId thread, std::uintptr_t frame);
// From a signal handler: starting at the interrupted instruction.
void captureStackFrom(StackTrace& stack, std::uintptr_t pc, std::uintptr_t framePointer);

// True while captureStack runs. A fault is then the unwinder's, and the frame-pointer chain is used instead.
extern volatile bool unwinding;
[[noreturn]] void abandonUnwinding();

} // namespace heddle::runtime
