// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/object_state.h"

#include <cstring>

#include "runtime/memory/arena.h"
#include "runtime/mix.h"
#include "runtime/system/modules.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

struct LiveBlock {
  std::uint32_t offset;
  std::uint32_t size;
  std::uint32_t visited; // 1 + its number, 0: not yet
};

// If there are more live blocks than this, they are hashed in place, without following pointers to them.
constexpr std::size_t kMaxLiveBlocks = 1 << 16;
LiveBlock live[kMaxLiveBlocks];
std::uint32_t visitOrder[kMaxLiveBlocks];

class StateHash {
public:
  StateHash() { collect(); }

  void visitRoot(std::uintptr_t address) { mixIn(hash_, rename(address)); }

  void visitRange(std::uintptr_t low, std::uintptr_t high) {
    for (low = (low + 7) & ~std::uintptr_t{7}; low + 8 <= high; low += 8)
      visitWord(low, 8);
    if (low < high)
      visitWord(low, high - low);
  }

  // Visiting a block may find more of them.
  std::uint64_t finish() {
    for (std::size_t i = 0; i < visitedCount_; ++i) {
      const LiveBlock& block = live[visitOrder[i]];
      mixIn(hash_, block.size);
      visitRange(kArena + block.offset, kArena + block.offset + block.size);
    }
    return hash_;
  }

private:
  // Sorted by address: threads have their own extents and blocks are numbered as they are allocated, so most are
  // already in order.
  void collect() {
    for (std::uint32_t i = 1; i < exec.blockCount && liveCount_ < kMaxLiveBlocks; ++i) {
      if (!blocks[i].live)
        continue;
      std::size_t at = liveCount_++;
      for (; at > 0 && live[at - 1].offset > blocks[i].offset; --at)
        live[at] = live[at - 1];
      live[at] = {blocks[i].offset, blocks[i].size, 0};
    }
  }

  void visitWord(std::uintptr_t address, std::size_t bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(address), bytes);
    mixIn(hash_, isInArena(word) ? rename(word) : word);
  }

  // A pointer into a live block becomes the block's number and the offset in it.
  std::uint64_t rename(std::uintptr_t address) {
    if (!isInArena(address))
      return address;
    auto offset = static_cast<std::uint32_t>(address - kArena);
    std::size_t low = 0;
    std::size_t high = liveCount_;
    while (low < high) {
      std::size_t middle = (low + high) / 2;
      if (live[middle].offset <= offset)
        low = middle + 1;
      else
        high = middle;
    }
    constexpr std::uint64_t kDangling = 0xd0d0;
    if (low == 0)
      return kDangling;
    LiveBlock& block = live[low - 1];
    if (offset > block.offset + block.size) // one past the end is still a pointer to it
      return kDangling;
    if (block.visited == 0) {
      visitOrder[visitedCount_++] = static_cast<std::uint32_t>(low - 1);
      block.visited = static_cast<std::uint32_t>(visitedCount_);
    }
    return std::uint64_t{block.visited} << 32 | (offset - block.offset);
  }

  std::size_t liveCount_ = 0;
  std::size_t visitedCount_ = 0;
  std::uint64_t hash_ = 0;
};

} // namespace

std::uint64_t hashState(const std::uintptr_t* roots, std::size_t count) {
  StateHash hash;
  for (std::size_t i = 0; i < count; ++i)
    hash.visitRoot(roots[i]);
  const SubjectImage& image = subjectImage();
  std::size_t regionCount;
  const DataRegion* regions = dataRegions(&regionCount);
  for (std::size_t i = 0; i < regionCount; ++i)
    if (regions[i].low >= image.low && regions[i].high <= image.high)
      hash.visitRange(regions[i].low, regions[i].high);
  return hash.finish();
}

} // namespace heddle::runtime
