// SPDX-License-Identifier: Apache-2.0
// Which memory several threads access. One word per granule of address space, learned over all executions of the
// process: 0 = untouched, 1..kMaxThreads = private to thread (word - 1), else shared, with the number of its
// race cell. Accesses to private memory are neither scheduling points nor race candidates. The first execution
// in which a second thread accesses it has missed the earlier accesses; the next one sees them all.
//
// Shared memory is *contended* once two conflicting accesses (or an access and the free) were seen that thread
// creation and joining alone do not order. Only accesses to contended memory are scheduling points: for memory that a
// creator passes to its thread, or that all threads only read, no other order is possible.
#pragma once

#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/state.h"

namespace heddle::runtime {

inline constexpr std::uint32_t kFirstCellWord = 1024;
inline constexpr std::uint32_t kNobody = kFirstCellWord - 1;
static_assert(kNobody > kMaxThreads);

inline std::uint32_t& sharingOf(std::uintptr_t address) {
  return reinterpret_cast<std::uint32_t*>(kSharing)[(address & kShadowMask) / kGranule];
}

inline constexpr std::uint32_t kContended = 1u << 31; // added to the word of a shared granule

inline std::uint32_t cellOf(std::uint32_t word) {
  return word >= kFirstCellWord ? (word & ~kContended) - kFirstCellWord : 0;
}

// From now on accesses to the granule are scheduling points.
inline void contend(std::uint32_t& word) {
  exec.learnedSharing = exec.learnedSharing || (word & kContended) == 0;
  word |= kContended;
}

// From now on `thread` accesses memory. While calls are covered nothing is private, so that every access is seen.
inline void takeOwnerTag(ThreadId thread) {
  engine.ownerTag = engine.options.callCoverage ? kNobody : thread + 1u;
}

// A call that fills, copies or frees megabytes is tracked only at its two ends: tracking the middle would take longer
// than filling it, and more memory than it has.
inline constexpr std::size_t kFollowedWhole = std::size_t{1} << 20;
inline constexpr std::size_t kFollowedEnd = std::size_t{64} << 10;

template <typename Visit>
void forEachFollowedPart(std::uintptr_t address, std::size_t size, Visit visit) {
  if (size <= kFollowedWhole)
    return visit(address, address + size);
  visit(address, address + kFollowedEnd);
  visit(address + size - kFollowedEnd, address + size);
}

// The word of a granule that the current thread accesses: of a shared one, or the tag of the current thread.
std::uint32_t shareGranule(std::uintptr_t address);

// Marks all memory as untouched.
void forgetSharedMemory();

} // namespace heddle::runtime
