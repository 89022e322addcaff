// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/layout.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/abi/site.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

bool reserved;

// Uses the system call: libc's mmap is interposed, and the first reservation comes too early for that.
std::uintptr_t mapMemory(std::uintptr_t address, std::size_t bytes, int flags) {
  long result = rawSyscall(SYS_mmap,
                           static_cast<long>(address),
                           static_cast<long>(bytes),
                           PROT_READ | PROT_WRITE,
                           flags,
                           -1,
                           0);
  return static_cast<std::uintptr_t>(result);
}

bool isError(std::uintptr_t result) {
  return result > ~std::uintptr_t{4095};
}

void reserve(std::uintptr_t address, std::size_t bytes) {
  if (!mapAt(address, bytes))
    dieOfEnvironment(MessageId::NoAddressSpace);
}

} // namespace

void reserveMemory() {
  if (reserved)
    return;
  reserved = true;
  reserve(kArena, kArenaWindow);
  reserve(kSharing, kSharingBytes);
  reserve(kValidity, kArenaWindow / kGranule);
  reserve(kBlockIndex, kArenaWindow / 16 * sizeof(std::uint32_t));
  reserve(kBlocks, kMaxBlocks * 64);
  reserve(kRaceCells, kMaxRaceCells * 64);
  reserve(kScratch, kScratchBytes);
  reserve(kSegments, kMaxSegments * 8);
  reserve(kSystemHeap, kSystemHeapBytes);
  reserve(abi::kTracingFlagAddress, kPage);
}

void* mapAnonymous(std::size_t bytes) {
  std::uintptr_t memory =
      mapMemory(0, roundUp(bytes + 1, kPage), MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (isError(memory))
    dieOfEnvironment(MessageId::NoRoomForSnapshots);
  return reinterpret_cast<void*>(memory);
}

void unmapAnonymous(void* memory, std::size_t bytes) {
  rawSyscall(
      SYS_munmap, reinterpret_cast<long>(memory), static_cast<long>(roundUp(bytes + 1, kPage)));
}

bool mapAt(std::uintptr_t address, std::size_t bytes) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  return mapMemory(address, bytes, kFlags) == address;
}

} // namespace heddle::runtime
