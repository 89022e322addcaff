// SPDX-License-Identifier: Apache-2.0
// The hash of traces, calls and states. This folder must not use support/hash.h (runtime.h: ground rules).
#pragma once

#include <cstdint>

namespace heddle::runtime {

inline void mixIn(std::uint64_t& hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  hash ^= hash >> 29;
}

} // namespace heddle::runtime
