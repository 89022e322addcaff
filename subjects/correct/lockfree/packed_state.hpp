// SPDX-License-Identifier: Apache-2.0
// A state and a count in one word, changed together by a compare-exchange loop.
// WRONG: close() stores a word that it computed from an old one.
#pragma once

#include <atomic>
#include <cstdint>

class PackedState {
public:
  PackedState() = default;
  PackedState(const PackedState&) = delete;
  PackedState& operator=(const PackedState&) = delete;

  // False if it is closed.
  bool enter() {
    std::uint32_t word = word_.load();
    do {
      if (word & kClosed)
        return false;
    } while (!word_.compare_exchange_weak(word, word + 1));
    return true;
  }

  // Returns how many had entered.
  unsigned close() {
#ifdef WRONG
    const std::uint32_t word = word_.load();
    word_.store(word | kClosed);
    return word & ~kClosed;
#else
    return word_.fetch_or(kClosed) & ~kClosed;
#endif
  }

  unsigned entered() const { return word_.load() & ~kClosed; }

private:
  static constexpr std::uint32_t kClosed = 1U << 31;
  std::atomic<std::uint32_t> word_{0};
};
