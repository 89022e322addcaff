// SPDX-License-Identifier: Apache-2.0
// Fibers: the subject's threads, all on one OS thread. Each fiber borrows the stack and the thread-local
// storage of a real pthread that was created on one of our stacks and then parked forever, so that
// thread_local, errno, pthread_self and exceptions in flight work without touching glibc's private
// structures. A switch exchanges registers and the FS base: 20-30 ns.
#pragma once

#include <cstdint>

#include "runtime/state.h"

extern "C" {
std::uint64_t
heddle_rt_switch(void** save, void* stackPointer, std::uint64_t fsBase, std::uint64_t value);
[[noreturn]] void heddle_rt_jump(void* stackPointer, std::uint64_t fsBase, std::uint64_t value);
std::uint64_t heddle_rt_save_context(void (*body)(void* stackPointer, void* argument),
                                     void* argument);
void heddle_rt_call_on_stack(void (*body)(void* argument), void* argument, void* stackTop);
void heddle_rt_fiber_entry();
[[noreturn]] void heddle_rt_park(int* done);
extern std::uint8_t heddle_rt_has_fsgsbase;
}

namespace heddle::runtime {

// Why control returned to the engine's own stack.
enum class Return : std::uint64_t { Ended = 1, Abandoned = 2 };

// Called once, on the OS thread that will run all fibers.
void initialiseFibers();

// Makes slot `id` usable; creates its parked thread on first use.
void ensureSlot(ThreadId id);

// Resets the slot's thread-local storage to that of a new thread and prepares a stack on which
// heddle_rt_fiber_entry starts at the first switch to it.
void prepareFiber(ThreadId id);

// Lowest usable address and one past the highest of a slot's stack (thread-local storage included).
std::uintptr_t stackLow(ThreadId id);
std::uintptr_t stackHigh(ThreadId id);
// The part above the fiber's first frame: thread-local storage and the thread's control block.
std::uintptr_t tlsLow(ThreadId id);

// The details of that part. Its beginning is never touched. Then come the thread-local variables, and above them libc's
// control block, which is nearly always the same as in a new thread.
struct ThreadMemory {
  std::uintptr_t variables;
  std::uintptr_t controlBlock;
  std::uintptr_t high;
};
ThreadMemory threadMemory(ThreadId id);
bool hasFreshControlBlock(ThreadId id);
void refreshControlBlock(ThreadId id);

// The slot whose stack (guard included) contains the address, or kNoThread.
ThreadId slotOfStackAddress(std::uintptr_t address);
bool isInGuard(std::uintptr_t address);

// Leaves the fiber for good and returns to the engine's stack.
[[noreturn]] void returnToEngine(Return why);

} // namespace heddle::runtime
