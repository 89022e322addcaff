// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

// Hashes that were seen, up to a number that bounds its memory: at most 16 bytes for each, where std::unordered_set takes
// about 60.
class HashSet {
public:
  explicit HashSet(std::size_t most) : most_(most) {}

  std::size_t size() const { return size_; }
  bool contains(std::uint64_t hash) const {
    return !slots_.empty() && slots_[slotOf(mark(hash))] != kFree;
  }

  // Whether the hash is new. A hash that there is no room for is new each time.
  bool insert(std::uint64_t hash) {
    if (size_ * 4 >= slots_.size() * 3 && size_ < most_)
      grow();
    std::uint64_t& slot = slots_[slotOf(mark(hash))];
    if (slot != kFree)
      return false;
    if (size_ < most_) {
      slot = mark(hash);
      ++size_;
    }
    return true;
  }

  void clear() {
    slots_.clear();
    size_ = 0;
  }

private:
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kFirstSlots = 64;

  static std::uint64_t mark(std::uint64_t hash) { return hash == kFree ? 1 : hash; }

  // Where the hash is, or would be.
  std::size_t slotOf(std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != kFree && slots_[slot] != hash)
      slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? kFirstSlots : slots_.size() * 2);
    old.swap(slots_);
    for (std::uint64_t hash : old)
      if (hash != kFree)
        slots_[slotOf(hash)] = hash;
  }

  std::vector<std::uint64_t> slots_; // a power of two of them, never full
  std::size_t size_ = 0;
  std::size_t most_;
};

} // namespace heddle
