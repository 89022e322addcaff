// SPDX-License-Identifier: Apache-2.0
// Leaks: live blocks that no pointer in global data, thread-local storage, a stack or another reachable block leads
// to. A conservative mark phase over the arena; every aligned word that points into a block counts as a pointer.
#include "runtime/oracle/leak.h"

#include <cstring>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/memory/arena.h"
#include "runtime/system/modules.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

// Block number per 16 bytes of the arena: built for one judgement only.
std::uint32_t* const blockIndex = reinterpret_cast<std::uint32_t*>(kBlockIndex);

struct Marker {
  bool* marked;
  std::uint32_t* queue;
  std::uint32_t count;

  void scan(std::uintptr_t low, std::uintptr_t high) {
    for (std::uintptr_t a = roundUp(low, 8); a + 8 <= high; a += 8) {
      std::uintptr_t word;
      std::memcpy(&word, reinterpret_cast<const void*>(a), sizeof word);
      if (!isInArena(word))
        continue;
      std::uint32_t index = blockIndex[(word - kArena) / 16];
      if (index == 0 || marked[index] || !blocks[index].live)
        continue;
      marked[index] = true;
      queue[count++] = index;
    }
  }
};

void indexBlocks(bool enter) {
  for (std::uint32_t i = 1; i < exec.blockCount; ++i)
    for (std::uint32_t offset = blocks[i].offset / 16;
         offset <= (blocks[i].offset + blocks[i].size) / 16;
         ++offset)
      blockIndex[offset] = enter ? i : 0;
}

void scanRoots(Marker& marker) {
  std::size_t count;
  const DataRegion* regions = dataRegions(&count);
  for (std::size_t i = 0; i < count; ++i)
    marker.scan(regions[i].low, regions[i].high);
  for (unsigned i = 0; i < exec.threads; ++i) {
    const Fiber& fiber = fibers[i];
    auto id = static_cast<ThreadId>(i);
    bool suspended = fiber.state != FiberState::Finished && id != exec.current;
    std::uintptr_t low =
        suspended ? reinterpret_cast<std::uintptr_t>(fiber.stackPointer) : tlsLow(id);
    marker.scan(low, stackHigh(id));
    if (fiber.keyValues != nullptr)
      marker.scan(reinterpret_cast<std::uintptr_t>(fiber.keyValues),
                  reinterpret_cast<std::uintptr_t>(fiber.keyValues + 128));
  }
}

} // namespace

void judgeLeaks() {
  if (!engine.options.detectLeaks)
    return;
  auto* marked = scratchNew<bool>(exec.blockCount);
  auto* queue = scratchNew<std::uint32_t>(exec.blockCount);
  Marker marker{marked, queue, 0};
  indexBlocks(true);
  scanRoots(marker);
  for (std::uint32_t head = 0; head < marker.count; ++head) {
    const Block& block = blocks[queue[head]];
    marker.scan(kArena + block.offset, kArena + block.offset + block.size);
  }
  indexBlocks(false);
  std::uint64_t bytes = 0;
  const Block* first = nullptr;
  for (std::uint32_t i = 1; i < exec.blockCount; ++i) {
    if (!blocks[i].live || marked[i])
      continue;
    bytes += blocks[i].size;
    if (first == nullptr)
      first = &blocks[i];
  }
  if (first == nullptr)
    return;
  relateStack(Relation::AllocatedBy, first->allocatedBy, first->allocatedAt);
  failAt(FailureKind::Leak,
         kArena + first->offset,
         MessageId::BytesLost,
         {static_cast<unsigned long>(bytes)});
}

} // namespace heddle::runtime
