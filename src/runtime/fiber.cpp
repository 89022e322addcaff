// SPDX-License-Identifier: Apache-2.0
#include "runtime/fiber.h"

#include <csignal>
#include <cstring>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

// Wider than a page: large frames must not jump over it.
constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

struct Slot {
  std::uintptr_t
      entryStack; // first stack pointer of the fiber; above it: the parked thread's frame and TLS
  std::uintptr_t
      tlsStart; // lowest thread-local variable; between the two: reserve for dlopen, never touched
  void* tlsImage; // copy of [tlsStart, high) as a new thread has it; null: slot not created
};

Slot slots[kMaxThreads];
std::size_t slotBytes;

using CreateFunction = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
CreateFunction* realCreate;

struct Parking {
  int done = 0;
  std::uintptr_t frame = 0;
  std::uint64_t fsBase = 0;
};

std::uint64_t readFsBase() {
  std::uint64_t base;
  asm("movq %%fs:0x10, %0" : "=r"(base));
  return base;
}

// Runs on the real thread: reports where it is and sleeps forever with all signals blocked. It must not
// touch its stack once it has reported, because that stack belongs to a fiber from then on.
void* park(void* argument) {
  auto* parking = static_cast<Parking*>(argument);
  parking->frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  parking->fsBase = readFsBase();
  heddle_rt_park(&parking->done);
}

std::uintptr_t slotBase(ThreadId id) {
  return kStacks + id * slotBytes;
}

// How far thread-local variables extend below the FS base: the same in every thread.
std::size_t staticTlsBytes() {
  static std::size_t bytes;
  if (bytes == 0) {
    auto note = [](dl_phdr_info* info, std::size_t, void*) {
      auto address = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
      std::uintptr_t base = readFsBase();
      if (address != 0 && address < base && base - address > bytes)
        bytes = base - address;
      return 0;
    };
    dl_iterate_phdr(note, nullptr);
    bytes = roundUp(bytes, 64);
  }
  return bytes;
}

const void* freshControlBlock(ThreadId id) {
  return static_cast<const char*>(slots[id].tlsImage) + (fibers[id].fsBase - slots[id].tlsStart);
}

void createParkedThread(ThreadId id) {
  void* base = reinterpret_cast<void*>(slotBase(id));
  if (!mapAt(slotBase(id), slotBytes))
    dieOfEnvironment(MessageId::NoRoomForStacks);
  mprotect(base, kGuardBytes, PROT_NONE);

  std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t before = 0;
  rawSyscall(SYS_rt_sigprocmask,
             SIG_SETMASK,
             reinterpret_cast<long>(&all),
             reinterpret_cast<long>(&before),
             8);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(
      &attributes, static_cast<char*>(base) + kGuardBytes, slotBytes - kGuardBytes);
  Parking parking;
  pthread_t thread;
  if (realCreate(&thread, &attributes, park, &parking) != 0)
    dieOfEnvironment(MessageId::NoThreadsForStacks);
  pthread_attr_destroy(&attributes);
  while (__atomic_load_n(&parking.done, __ATOMIC_ACQUIRE) == 0)
    rawSyscall(SYS_sched_yield);
  rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&before), 0, 8);

  // Nothing is in use below the parked frame; 512 bytes leave room for what the kernel saved for it.
  slots[id].entryStack = (parking.frame - 512) & ~std::uintptr_t{63};
  fibers[id].fsBase = parking.fsBase;
  slots[id].tlsStart = parking.fsBase - staticTlsBytes();
  std::size_t bytes = stackHigh(id) - slots[id].tlsStart;
  slots[id].tlsImage = mapAnonymous(bytes);
  std::memcpy(slots[id].tlsImage, reinterpret_cast<void*>(slots[id].tlsStart), bytes);
}

} // namespace

void initialiseFibers() {
  slotBytes = roundUp(engine.process.stackBytes + kGuardBytes, kPage);
  if (kStacks + slotBytes * kMaxThreads > kStacksEnd)
    dieOfEnvironment(MessageId::StackTooLarge, {90});
  constexpr unsigned long kFsgsbase = 2; // HWCAP2_FSGSBASE
  heddle_rt_has_fsgsbase = (getauxval(AT_HWCAP2) & kFsgsbase) != 0 ? 1 : 0;
  realCreate = realFunction<CreateFunction>("pthread_create");
  engine.engineFsBase = readFsBase();
  for (ThreadId id = 0; id < 3; ++id) // main and two threads, as in nearly every test
    ensureSlot(id);
}

void ensureSlot(ThreadId id) {
  if (slots[id].tlsImage == nullptr)
    createParkedThread(id);
}

void prepareFiber(ThreadId id) {
  const Slot& slot = slots[id];
  std::memcpy(reinterpret_cast<void*>(slot.tlsStart), slot.tlsImage, stackHigh(id) - slot.tlsStart);
  // Six callee-saved registers, the return address, and two words so that the stack is 16-byte aligned
  // after `ret`.
  auto* top = reinterpret_cast<std::uintptr_t*>(slot.entryStack) - 9;
  std::memset(top, 0, 9 * sizeof(std::uintptr_t));
  top[6] = reinterpret_cast<std::uintptr_t>(&heddle_rt_fiber_entry);
  fibers[id].stackPointer = top;
}

std::uintptr_t stackLow(ThreadId id) {
  return slotBase(id) + kGuardBytes;
}
std::uintptr_t stackHigh(ThreadId id) {
  return slotBase(id) + slotBytes;
}
std::uintptr_t tlsLow(ThreadId id) {
  return slots[id].entryStack;
}

ThreadMemory threadMemory(ThreadId id) {
  return {slots[id].tlsStart, fibers[id].fsBase, stackHigh(id)};
}

bool hasFreshControlBlock(ThreadId id) {
  ThreadMemory memory = threadMemory(id);
  return std::memcmp(reinterpret_cast<void*>(memory.controlBlock),
                     freshControlBlock(id),
                     memory.high - memory.controlBlock) == 0;
}

void refreshControlBlock(ThreadId id) {
  ThreadMemory memory = threadMemory(id);
  std::memcpy(reinterpret_cast<void*>(memory.controlBlock),
              freshControlBlock(id),
              memory.high - memory.controlBlock);
}

ThreadId slotOfStackAddress(std::uintptr_t address) {
  std::uintptr_t offset = address - kStacks;
  return offset < slotBytes * kMaxThreads ? static_cast<ThreadId>(offset / slotBytes) : kNoThread;
}

bool isInGuard(std::uintptr_t address) {
  ThreadId id = slotOfStackAddress(address);
  return id != kNoThread && address < stackLow(id);
}

void returnToEngine(Return why) {
  engine.inSubject = false;
  heddle_rt_jump(engine.engineStackPointer, engine.engineFsBase, static_cast<std::uint64_t>(why));
}

} // namespace heddle::runtime
