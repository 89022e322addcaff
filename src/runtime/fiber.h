// SPDX-License-Identifier: Apache-2.0
// Fibers: the subject's threads, all on one OS thread. Each fiber borrows the stack and the thread-local
// storage of a real pthread that was created on a stack of ours and then parked for ever, so that
// thread_local, errno, pthread_self and exceptions in flight are right without touching glibc's private
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

// Why control came back to the engine's own stack.
enum class Return : std::uint64_t { Ended = 1, Abandoned = 2 };

// Called once, on the OS thread that will run all fibers.
void initialiseFibers();

// Makes slot `id` usable; creates its parked thread on first use.
void ensureSlot(ThreadId id);

// Puts the slot's thread-local storage back to what a new thread has and lays out a stack on which
// heddle_rt_fiber_entry starts when it is switched to.
void prepareFiber(ThreadId id);

// Lowest usable address and one past the highest of a slot's stack (thread-local storage included).
std::uintptr_t stackLow(ThreadId id);
std::uintptr_t stackHigh(ThreadId id);
// The part above the fiber's first frame: thread-local storage and the thread's control block.
std::uintptr_t tlsLow(ThreadId id);

// That part in detail. Its beginning is never touched. Then come the thread-local variables, and above them libc's
// control block, which is as in a new thread nearly always.
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
