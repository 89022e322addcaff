// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/arena.h"

#include <cstring>

#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/system/raw_output.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

constexpr std::uint32_t kHeaderBytes =
    16; // before each block: its index; red zone of the block before
constexpr std::uint8_t kFreshByte = 0xbe;
constexpr std::uint8_t kFreedByte = 0xdd;

// A request for more than this fails on most machines, and how the program behaves then is its own affair. A smaller one fails
// only here: a limit of heddle, not a result.
constexpr std::size_t kMostServed = std::size_t{64} << 30;

struct Base {
  std::uint32_t blockCount;
  std::uint32_t commonUsed;
  void* content;
  void* validity;
  void* blocks;
};
Base base{1, kCommonStart, nullptr, nullptr, nullptr};

Extent libraryExtent; // for allocations before the first execution

std::uint32_t& indexBefore(std::uint32_t offset) {
  return *reinterpret_cast<std::uint32_t*>(kArena + offset - 8);
}

void markValid(std::uint32_t offset, std::uint32_t size) {
  std::memset(validity + offset / 8, 8, size / 8);
  if (size % 8 != 0)
    validity[offset / 8 + size / 8] = static_cast<std::uint8_t>(size % 8);
}

void markInvalid(std::uint32_t offset, std::uint32_t size) {
  std::memset(validity + offset / 8, 0, (size + 7) / 8);
}

// Allocates an extent from the common part: a megabyte, or more for a large block.
bool takeExtent(Extent& extent, std::uint64_t bytes) {
  std::uint64_t wanted = bytes > kThreadExtent ? roundUp(bytes, kPage) : kThreadExtent;
  std::uint64_t limit = kCommonStart + static_cast<std::uint64_t>(engine.process.arenaBytes);
  if (limit > kArenaWindow)
    limit = kArenaWindow;
  if (exec.commonUsed + wanted > limit)
    return false;
  extent.next = exec.commonUsed;
  extent.end = static_cast<std::uint32_t>(exec.commonUsed + wanted);
  exec.commonUsed = extent.end;
  return true;
}

Extent& extentOf(ThreadId thread) {
  Extent& extent = exec.extents[thread];
  if (extent.end == 0) {
    extent.next = thread * kThreadExtent;
    extent.end = extent.next + kThreadExtent;
  }
  return extent;
}

std::uint32_t carve(std::size_t size, std::size_t alignment) {
  Extent& extent = engine.inSubject ? extentOf(exec.current) : libraryExtent;
  std::uint64_t worst = size + alignment + std::size_t{2} * kHeaderBytes;
  if (extent.next + worst > extent.end && !takeExtent(extent, worst))
    failTooLarge(MessageId::ArenaFull);
  auto offset = static_cast<std::uint32_t>(roundUp(extent.next + kHeaderBytes, alignment));
  extent.next = static_cast<std::uint32_t>(roundUp(offset + size, 16));
  return offset;
}

unsigned sizeClassOf(std::size_t size) {
  return static_cast<unsigned>(roundUp(size, 16) / 16);
}

// --heap reuse: the block that was freed last is reused first, which makes ABA possible.
std::uint32_t takeFreed(std::size_t size, std::size_t alignment) {
  unsigned sizeClass = sizeClassOf(size);
  if (!engine.options.reuseHeap || sizeClass >= kSizeClasses || alignment > 16)
    return 0;
  std::uint32_t index = exec.freeBlocks == nullptr ? 0 : exec.freeBlocks[sizeClass];
  if (index != 0) {
    exec.freeBlocks[sizeClass] = blocks[index].nextFree;
    forgetAccesses(kArena + blocks[index].offset, size);
  }
  return index;
}

void keepForReuse(Block& block) {
  unsigned sizeClass = sizeClassOf(block.size);
  if (sizeClass >= kSizeClasses)
    return;
  if (exec.freeBlocks == nullptr)
    exec.freeBlocks = scratchNew<std::uint32_t>(kSizeClasses);
  block.nextFree = exec.freeBlocks[sizeClass];
  exec.freeBlocks[sizeClass] = static_cast<std::uint32_t>(&block - blocks);
}

const char* familyName(AllocationFamily family) {
  switch (family) {
  case AllocationFamily::Malloc:
    return "malloc";
  case AllocationFamily::New:
    return "new";
  case AllocationFamily::NewArray:
    return "new[]";
  case AllocationFamily::Map:
    return "mmap";
  }
  return "";
}

const char* releaseName(AllocationFamily family) {
  switch (family) {
  case AllocationFamily::Malloc:
    return "free";
  case AllocationFamily::New:
    return "delete";
  case AllocationFamily::NewArray:
    return "delete[]";
  case AllocationFamily::Map:
    return "munmap";
  }
  return "";
}

Block& blockToFree(std::uintptr_t address, AllocationFamily family) {
  std::uint32_t index =
      address % 16 == 0 ? indexBefore(static_cast<std::uint32_t>(address - kArena)) : 0;
  bool known = index != 0 && index < exec.blockCount && kArena + blocks[index].offset == address;
  if (!known)
    failAt(FailureKind::BadFree, address, MessageId::FreeInsideBlock, {releaseName(family)});
  return blocks[index];
}

} // namespace

bool isValidRange(std::uintptr_t address, std::size_t size) {
  constexpr std::uint64_t kEightValid = 0x0808080808080808; // eight granules, all of their bytes
  while (size > 0) {
    std::size_t inGranule = 8 - (address & 7);
    std::uint64_t granules;
    if (size >= 64 && inGranule == 8) {
      std::memcpy(&granules, validity + (address - kArena) / 8, sizeof granules);
      if (granules != kEightValid)
        return false;
      address += 64;
      size -= 64;
      continue;
    }
    auto step = static_cast<unsigned>(size < inGranule ? size : inGranule);
    if (!isValidInGranule(address, step))
      return false;
    address += step;
    size -= step;
  }
  return true;
}

void* arenaAllocate(std::size_t size, std::size_t alignment, AllocationFamily family) {
  reserveMemory();
  if (exec.blockCount == 0) { // before the first execution: a constructor of a library
    exec.blockCount = base.blockCount;
    exec.commonUsed = base.commonUsed;
  }
  if (size > kMostServed)
    return nullptr;
  if (size > engine.process.arenaBytes || size > kArenaWindow / 2)
    failTooLarge(MessageId::ArenaFull);
  if (alignment < 16)
    alignment = 16;
  std::uint32_t index = takeFreed(size, alignment);
  if (index == 0) {
    HEDDLE_RT_CHECK(exec.blockCount < kMaxBlocks);
    std::uint32_t offset = carve(size, alignment);
    index = exec.blockCount++;
    blocks[index].offset = offset;
    indexBefore(offset) = index;
  }
  Block& block = blocks[index];
  block.size = static_cast<std::uint32_t>(size);
  block.family = family;
  block.live = true;
  block.allocatedBy = exec.current;
  block.allocatedAt = keepStack();
  block.freedAt = nullptr;
  markValid(block.offset, block.size);
  void* memory = reinterpret_cast<void*>(kArena + block.offset);
  std::memset(memory, kFreshByte, size);
  emitAccess(EventKind::Allocate, nullptr, kArena + block.offset, size);
  return memory;
}

void arenaFree(void* pointer, AllocationFamily family) {
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  Block& block = blockToFree(address, family);
  if (!block.live) {
    relateStack(Relation::FreedBy, block.freedBy, block.freedAt);
    failAt(FailureKind::DoubleFree,
           address,
           MessageId::FreedAlready,
           {releaseName(family), block.size, block.freedBy});
  }
  if (block.family != family) {
    relateStack(Relation::AllocatedBy, block.allocatedBy, block.allocatedAt);
    failAt(FailureKind::BadFree,
           address,
           MessageId::FreedByOtherFamily,
           {releaseName(family), familyName(block.family)});
  }
  judgeLocksIn(address, block.size, MessageId::HeldLockFreed);
  if (engine.inSubject)
    noteFree(address, block.size);
  emitAccess(EventKind::Free, nullptr, address, block.size);
  block.live = false;
  block.freedBy = exec.current;
  block.freedAt = keepStack();
  markInvalid(block.offset, block.size);
  std::memset(pointer, kFreedByte, block.size);
  if (engine.options.reuseHeap)
    keepForReuse(block);
}

std::size_t arenaSize(const void* pointer) {
  const Block* block = findBlock(reinterpret_cast<std::uintptr_t>(pointer));
  return block == nullptr ? 0 : block->size;
}

const Block* findBlock(std::uintptr_t address) {
  if (isInArena(address) && address % 16 == 0) {
    std::uint32_t index = indexBefore(static_cast<std::uint32_t>(address - kArena));
    if (index != 0 && index < exec.blockCount && kArena + blocks[index].offset == address)
      return &blocks[index];
  }
  const Block* best = nullptr;
  for (std::uint32_t i = 1; i < exec.blockCount; ++i) {
    const Block& block = blocks[i];
    std::uintptr_t start = kArena + block.offset;
    bool closer = best == nullptr || block.offset > best->offset;
    if (start <= address && closer)
      best = &block;
    bool justBefore = address < start && start - address <= kHeaderBytes;
    if (justBefore && best == nullptr)
      best = &block;
  }
  return best;
}

void failInvalidAccess(std::uintptr_t address, std::size_t size, bool isWrite) {
  const char* what = isWrite ? "write" : "read";
  const Block* block = findBlock(address);
  if (block == nullptr)
    failAt(FailureKind::HeapOverflow, address, MessageId::AccessOutsideBlocks, {what, size});
  auto offset = static_cast<long>(address - kArena) - static_cast<long>(block->offset);
  if (!block->live && offset < static_cast<long>(block->size)) {
    relateStack(Relation::FreedBy, block->freedBy, block->freedAt);
    failAt(FailureKind::UseAfterFree,
           address,
           MessageId::AccessAfterFree,
           {what, size, offset, block->size, block->freedBy});
  }
  relateStack(Relation::AllocatedBy, block->allocatedBy, block->allocatedAt);
  failAt(FailureKind::HeapOverflow,
         address,
         MessageId::AccessOutsideBlock,
         {what, size, offset, block->size});
}

void resetArena() {
  forEachArenaRange([](std::uintptr_t low, std::uintptr_t high) {
    std::memset(validity + (low - kArena) / 8, 0, (high - low + 7) / 8);
  });
  std::memset(exec.extents, 0, sizeof(Extent) * (exec.threads == 0 ? 1 : exec.threads));
  exec.freeBlocks = nullptr;
  exec.blockCount = base.blockCount;
  exec.commonUsed = base.commonUsed;
  if (base.content != nullptr) {
    std::size_t bytes = base.commonUsed - kCommonStart;
    std::memcpy(reinterpret_cast<void*>(kArena + kCommonStart), base.content, bytes);
    std::memcpy(validity + kCommonStart / 8, base.validity, bytes / 8);
    std::memcpy(blocks, base.blocks, base.blockCount * sizeof(Block));
  }
}

void keepArenaAsBase() {
  if (exec.blockCount <= 1)
    return;
  base.blockCount = exec.blockCount;
  base.commonUsed = static_cast<std::uint32_t>(roundUp(libraryExtent.next, kPage));
  std::size_t bytes = base.commonUsed - kCommonStart;
  base.content = mapAnonymous(bytes);
  std::memcpy(base.content, reinterpret_cast<void*>(kArena + kCommonStart), bytes);
  base.validity = mapAnonymous(bytes / 8);
  std::memcpy(base.validity, validity + kCommonStart / 8, bytes / 8);
  base.blocks = mapAnonymous(base.blockCount * sizeof(Block));
  std::memcpy(base.blocks, blocks, base.blockCount * sizeof(Block));
}

} // namespace heddle::runtime
