// SPDX-License-Identifier: Apache-2.0
// The site record: one per instrumented instruction, emitted by the pass into the section
// `heddle_sites` of the subject and passed by address to every hook. The index of a record in the
// section is the site's id; subjects are linked at a fixed address, so both are stable.
//
// Header only and free of any library: both the pass and the runtime include it.
#pragma once

#include <cstdint>

namespace heddle::abi {

enum class SiteKind : std::uint8_t {
  Load,
  Store,
  RangeRead,
  RangeWrite,
  AtomicLoad,
  AtomicStore,
  AtomicRmw,
  AtomicCas,
  Fence,
  FunctionEntry,
  FunctionExit,
  Branch,
  IndirectCall,
  LibcCall,
  Tick,
  SyncCall,
};

// Same meaning as the C++ memory orders; `NotAtomic` for plain accesses.
enum class MemoryOrder : std::uint8_t {
  NotAtomic,
  Relaxed,
  Acquire, // consume is treated as acquire
  Release,
  AcquireRelease,
  SeqCst,
};

// What an atomic read-modify-write does with the old value and the operand.
enum class RmwOperation : std::uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin
};

// What a call of a modelled library function does (sync_calls.def).
enum class SyncOperation : std::uint8_t {
  Lock,
  TryLock,
  Unlock,
  LockShared,
  TryLockShared,
  CondWait,
  CondSignal,
  CondBroadcast,
  SemaphoreWait,
  SemaphoreTryWait,
  SemaphorePost,
  BarrierWait,
  Once,
  Futex,
  ThreadCreate,
  ThreadJoin,
};

// Layout is part of the ABI between pass and runtime: 40 bytes, checked on both sides.
struct SiteRecord {
  const char* file;     // absolute path
  const char* function; // mangled linkage name
  const char* variable; // source expression such as `balance_`, `node->next`; "" when unknown
  std::uint32_t line;
  std::uint16_t column;
  std::uint8_t kind;       // SiteKind
  std::uint8_t order;      // MemoryOrder (of success for compare-exchange)
  std::uint32_t size;      // bytes accessed; 0 when it is a run-time argument
  std::uint8_t operation;  // RmwOperation for AtomicRmw, SyncOperation for SyncCall
  std::uint8_t failOrder;  // MemoryOrder of a failed compare-exchange
  std::uint8_t isVolatile; // 1 for volatile accesses
  std::uint8_t isPointer;  // 1 when the value read or written is a pointer
};
static_assert(sizeof(SiteRecord) == 40);

// The version of this file and hooks.def together. It must change with every change that breaks old objects.
inline constexpr unsigned kAbiVersion = 2;

inline constexpr const char* kSiteSection = "heddle_sites";

// One byte at a fixed low address, mapped by the runtime before any subject code runs. It is not 0 while
// the runtime wants FunctionEntry, FunctionExit, Branch and IndirectCall hooks. The pass tests it
// inline, because calling a hook that returns immediately costs more than the whole test.
inline constexpr std::uint64_t kTracingFlagAddress = 0x70000000;

// A word in the same page. Instrumented code stores the site of a call of a modelled library function here, directly before
// the call; the runtime takes it when it enters the operation. No thread can be switched in between, so one word serves
// all threads, and it is 0 at every scheduling point.
inline constexpr std::uint64_t kCallSiteAddress = kTracingFlagAddress + 8;

} // namespace heddle::abi
