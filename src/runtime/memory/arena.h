// SPDX-License-Identifier: Apache-2.0
// The subject's heap: at a fixed address, without reuse inside an execution (unless requested), with red zones
// and one validity byte per 8 bytes that says how many of them may be accessed. Every instrumented access is
// checked before it happens, so memory errors are findings and do not corrupt memory.
//
// Each thread allocates from its own extent, so that a block's address depends on the thread and not
// on the interleaving: what is learned about an address in one execution holds in the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/state.h"

namespace heddle::runtime {

enum class AllocationFamily : std::uint8_t { Malloc, New, NewArray, Map };

struct Block {
  std::uint32_t offset; // from kArena
  std::uint32_t size;   // as asked for
  std::uint32_t nextFree;
  AllocationFamily family;
  bool live;
  ThreadId allocatedBy;
  ThreadId freedBy;
  const StackTrace* allocatedAt; // only while tracing
  const StackTrace* freedAt;
};
static_assert(sizeof(Block) <= 64);

inline std::uint8_t* const validity = reinterpret_cast<std::uint8_t*>(kValidity);
inline Block* const blocks = reinterpret_cast<Block*>(kBlocks);

inline bool isInArena(std::uintptr_t address) {
  return address - kArena < kArenaWindow;
}

// Whether an access inside one granule is to live memory. Requires isInArena(address).
inline bool isValidInGranule(std::uintptr_t address, unsigned size) {
  std::uintptr_t offset = address - kArena;
  return (offset & 7) + size <= validity[offset >> 3];
}
bool isValidRange(std::uintptr_t address, std::size_t size);

// Null if the program requests more than most machines have. More than the arena has ends the execution: a limit.
void* arenaAllocate(std::size_t size, std::size_t alignment, AllocationFamily family);
// Reports double free, bad free and mismatch.
void arenaFree(void* pointer, AllocationFamily family);
std::size_t arenaSize(const void* pointer);

// Ends the execution with the finding for this invalid access.
[[noreturn]] void failInvalidAccess(std::uintptr_t address, std::size_t size, bool isWrite);

// The block that contains or just precedes the address, or null. Linear: for reports only.
const Block* findBlock(std::uintptr_t address);

void resetArena(); // at the start of an execution
// Keeps what is allocated now (by library constructors) as the state from which every execution starts.
void keepArenaAsBase();

// Arena ranges in use, for checkpoints: calls visit(low, high) for each.
template <typename Visit>
void forEachArenaRange(Visit visit);

inline constexpr std::uint32_t kThreadExtent = 1 << 20;
inline constexpr std::uint32_t kCommonStart = kThreadExtent * kMaxThreads;

template <typename Visit>
void forEachArenaRange(Visit visit) {
  for (unsigned i = 0; i < exec.threads; ++i) {
    std::uint32_t first = i * kThreadExtent;
    const Extent& extent = exec.extents[i];
    std::uint32_t used = extent.end == first + kThreadExtent ? extent.next : first + kThreadExtent;
    if (extent.end != 0 && used > first)
      visit(kArena + first, kArena + used);
  }
  if (exec.commonUsed > kCommonStart)
    visit(kArena + kCommonStart, kArena + exec.commonUsed);
}

} // namespace heddle::runtime
