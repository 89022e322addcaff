// SPDX-License-Identifier: Apache-2.0
// The memory layout. With fixed addresses, every execution sees the same pointers, in every process and
// with address space randomisation on. That makes schedules replayable, and what is learned about
// an address in one execution holds in the next.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

inline constexpr std::size_t kPage = 4096;
inline constexpr std::size_t kGranule = 8; // unit of validity, sharing and race records

// The low 36 bits of an address select its shadow, so the subject's areas are placed such that these
// bits differ: executable 0x0_00400000.., arena 0x1_.., stacks 0x2_.. to 0xe_.., libraries 0xf_...
inline constexpr std::uintptr_t kShadowMask = 0xf'ffff'ffff;

inline constexpr std::uintptr_t kArena = 0x6001'0000'0000;
inline constexpr std::size_t kArenaWindow = 0x1'0000'0000;
inline constexpr std::uintptr_t kStacks = 0x6002'0000'0000;
inline constexpr std::uintptr_t kStacksEnd = 0x600e'0000'0000;

// The runtime's own memory: an instrumented access to it uses a wild pointer (except for the system heap).
inline constexpr std::uintptr_t kEngineMemory = 0x6100'0000'0000;
inline constexpr std::uintptr_t kSharing = 0x6100'0000'0000;    // u32 per granule of address space
inline constexpr std::uintptr_t kValidity = 0x6200'0000'0000;   // u8 per granule of the arena
inline constexpr std::uintptr_t kBlockIndex = 0x6210'0000'0000; // u32 per 16 bytes of the arena
inline constexpr std::uintptr_t kBlocks = 0x6220'0000'0000;     // heap block records
inline constexpr std::uintptr_t kRaceCells = 0x6230'0000'0000;  // race records of shared granules
inline constexpr std::uintptr_t kScratch = 0x6240'0000'0000;  // what one execution allocates for us
inline constexpr std::uintptr_t kSegments = 0x6250'0000'0000; // recorded decisions
inline constexpr std::uintptr_t kSystemHeap =
    0x6300'0000'0000; // libc's, the linker's and our own heap

inline constexpr std::size_t kSharingBytes = ((kShadowMask + 1) / kGranule) * 4;
inline constexpr std::size_t kMaxBlocks = std::size_t{1} << 25;
inline constexpr std::size_t kMaxRaceCells = std::size_t{1} << 25;
inline constexpr std::size_t kScratchBytes = std::size_t{1} << 32;
inline constexpr std::size_t kMaxSegments = std::size_t{1} << 27;
inline constexpr std::size_t kSystemHeapBytes = std::size_t{64} << 30;

// Reserves all of the above (no memory is committed). Idempotent; called by the first allocation, which
// comes before any constructor of ours. Ends the process with a message if the kernel refuses.
void reserveMemory();

// Reserves fresh memory at exactly this address; false if the kernel refuses.
bool mapAt(std::uintptr_t address, std::size_t bytes);

// Anonymous memory anywhere, for snapshots.
void* mapAnonymous(std::size_t bytes);
void unmapAnonymous(void* memory, std::size_t bytes);

inline std::size_t roundUp(std::size_t value, std::size_t unit) {
  return (value + unit - 1) & ~(unit - 1);
}

} // namespace heddle::runtime
