// SPDX-License-Identifier: Apache-2.0
// How an execution ends badly: the outcome is written and control goes back to the engine's stack. The next
// execution restores all memory, so nothing has to be cleaned up.
#pragma once

#include "runtime/state.h"

// Breakpoints for a debugger, on the subject's stack: at the moment of failure, and where the second access of a data race
// is about to happen. An exit status that is not 0 counts as a failure here; whether it is one is judged later.
extern "C" __attribute__((visibility("default"), noinline)) void heddle_rt_failing_step();
extern "C" __attribute__((visibility("default"), noinline)) void heddle_rt_racing_step();

namespace heddle::runtime {

// `format` (printf style) must give the same text in every process: no addresses.
[[noreturn, gnu::cold, gnu::format(printf, 2, 3)]] void
fail(FailureKind kind, const char* format, ...);
// The same with the faulting address or the object that matters.
[[noreturn, gnu::cold, gnu::format(printf, 3, 4)]] void
failAt(FailureKind kind, std::uintptr_t address, const char* format, ...);

// Names the other event a memory error has: who freed, who allocated. Call before fail.
void relateStack(const char* what, ThreadId thread, const StackTrace* stack);

// Return addresses of the calling fiber. Exact but dear (unwind tables) with Options::traceCallers; otherwise along the
// frame pointers, which is enough to tell failures apart.
void captureStack(StackTrace& stack);
// A copy that lives as long as the execution, or null without Options::traceCallers.
const StackTrace* keepStack();
// Along the frame pointers of `thread`'s stack: cheap, and complete for the subject's own code.
void walkFramePointers(StackTrace& stack, ThreadId thread, std::uintptr_t frame);
// From a signal handler: starting at the interrupted instruction.
void captureStackFrom(StackTrace& stack, std::uintptr_t pc, std::uintptr_t framePointer);

// True while captureStack runs; a fault then is the unwinder's, met with the frame-pointer chain instead.
extern volatile bool unwinding;
[[noreturn]] void abandonUnwinding();

} // namespace heddle::runtime
