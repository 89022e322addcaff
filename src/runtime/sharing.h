// SPDX-License-Identifier: Apache-2.0
// Which memory several threads touch. One word per granule of address space, learned over all executions of the
// process: 0 = untouched, 1..kMaxThreads = private to thread (word - 1), else shared, with the number of its
// race cell. Accesses to private memory are neither scheduling points nor race candidates. The first execution
// in which a second thread comes along has missed the earlier accesses; the next one sees them all.
#pragma once

#include <cstdint>

#include "runtime/layout.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

inline constexpr std::uint32_t kFirstCellWord = 1024;
static_assert(kFirstCellWord > kMaxThreads);

inline std::uint32_t& sharingOf(std::uintptr_t address) {
  return reinterpret_cast<std::uint32_t*>(kSharing)[(address & kShadowMask) / kGranule];
}

inline std::uint32_t cellOf(std::uint32_t word) {
  return word >= kFirstCellWord ? word - kFirstCellWord : 0;
}

// The cell of a granule that current accesses, or 0 when it is private (and now marked as such).
std::uint32_t shareGranule(std::uintptr_t address);

} // namespace heddle::runtime
