// SPDX-License-Identifier: Apache-2.0
// A hash of large memory. Words go to four sums in turn, so that the multiplications of one need not wait for those of
// another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/mix.h"

namespace heddle::runtime {

class Digest {
public:
  void add(std::uint64_t word) { mixIn(sums_[0], word); }

  void add(const void* memory, std::size_t bytes) {
    const auto* next = static_cast<const char*>(memory);
    for (; bytes >= sizeof sums_; bytes -= sizeof sums_, next += sizeof sums_)
      for (unsigned i = 0; i < kSums; ++i)
        mixIn(sums_[i], wordAt(next + i * sizeof(std::uint64_t), sizeof(std::uint64_t)));
    for (; bytes >= sizeof(std::uint64_t);
         bytes -= sizeof(std::uint64_t), next += sizeof(std::uint64_t))
      add(wordAt(next, sizeof(std::uint64_t)));
    if (bytes != 0)
      add(wordAt(next, bytes));
  }

  // Never 0.
  std::uint64_t value() const {
    std::uint64_t all = 0;
    for (std::uint64_t sum : sums_)
      mixIn(all, sum);
    return all == 0 ? 1 : all;
  }

private:
  static constexpr unsigned kSums = 4;

  static std::uint64_t wordAt(const char* memory, std::size_t bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, memory, bytes);
    return word;
  }

  std::uint64_t sums_[kSums] = {1, 2, 3, 4};
};

} // namespace heddle::runtime
