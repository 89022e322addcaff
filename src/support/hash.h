// SPDX-License-Identifier: Apache-2.0
// 64-bit hashing that is the same in every process and on every machine (std::hash is not). Used for
// signatures of findings and fingerprints of sources; not secure against an adversary.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace heddle {

// The finaliser of splitmix64: every input bit reaches every output bit.
constexpr std::uint64_t mixBits(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

class Hasher {
public:
  template <std::integral T>
  constexpr Hasher& add(T number) {
    state_ = mixBits(state_ ^ (static_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15ULL));
    return *this;
  }
  // Each part is closed by its length, so that ("ab", "c") and ("a", "bc") differ.
  constexpr Hasher& add(std::string_view text) {
    for (char c : text)
      state_ = (state_ ^ static_cast<unsigned char>(c)) * kFnvPrime;
    return add(text.size());
  }
  constexpr std::uint64_t value() const { return mixBits(state_); }

private:
  static constexpr std::uint64_t kFnvPrime = 0x100000001b3ULL;
  std::uint64_t state_ = 0xcbf29ce484222325ULL; // FNV-1a's offset basis
};

constexpr std::uint64_t hashText(std::string_view text) {
  return Hasher().add(text).value();
}

} // namespace heddle
