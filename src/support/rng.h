// SPDX-License-Identifier: Apache-2.0
// Random numbers that depend only on (seed, stream). The stream is the number of an execution, so
// that execution 17 draws the same numbers in any process and after any other execution. This is
// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a counter and a mixing function, 1 ns per number, good
// enough to choose schedules but not for secrets.
#pragma once

#include <cstdint>

#include "support/hash.h"

namespace heddle {

class Rng {
public:
  constexpr Rng(std::uint64_t seed, std::uint64_t stream)
      : state_(mixBits(mixBits(seed + kGamma) + (stream + 1) * kGamma)) {}

  constexpr std::uint64_t next() {
    state_ += kGamma;
    return mixBits(state_);
  }
  // Uniform in [0, bound), up to a bias of bound / 2^32. Requires bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

private:
  static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15ULL; // 2^64 / golden ratio, odd
  std::uint64_t state_;
};

} // namespace heddle
