// SPDX-License-Identifier: Apache-2.0
// mmap and munmap. Private anonymous memory of the subject is a block of the arena: checked, and restored between
// executions. Everything else that the subject maps is refused.
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/memory/arena.h"
#include "runtime/state.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

bool isSubjects(const void* caller) {
  return engine.executing && !isSystemCode(caller);
}

std::size_t wholePages(std::size_t bytes) {
  return (bytes + kPage - 1) & ~(kPage - 1);
}

// Where the memory is must not matter, and it must be usable immediately: a reserved range would be part of every restore.
bool isHeapLike(int protection, int flags) {
  constexpr int kReadWrite = PROT_READ | PROT_WRITE;
  constexpr int kPrivate = MAP_PRIVATE | MAP_ANONYMOUS;
  constexpr int kPlaced = MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_SHARED | MAP_GROWSDOWN;
  return protection == kReadWrite && (flags & kPrivate) == kPrivate && (flags & kPlaced) == 0;
}

void* mapBlock(std::size_t bytes) {
  void* memory = arenaAllocate(wholePages(bytes), kPage, AllocationFamily::Map);
  if (memory == nullptr) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return std::memset(memory, 0, bytes);
}

int systemResult(long result) {
  if (result >= 0)
    return 0;
  errno = static_cast<int>(-result);
  return -1;
}

} // namespace

// Also called for files that are mapped for writing, and by the engine itself: libc must not be a way around the filter
// of system calls.
HEDDLE_INTERPOSE void*
mmap(void* address, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  if (isSubjects(__builtin_return_address(0))) {
    if (bytes > 0 && isHeapLike(protection, flags))
      return mapBlock(bytes);
    failUnsupported(heddle::abi::MessageId::Unmodelled, {"mmap()"});
  }
  long result = rawSyscall(SYS_mmap,
                           reinterpret_cast<long>(address),
                           static_cast<long>(bytes),
                           protection,
                           flags,
                           file,
                           offset);
  if (result >= 0 || result < -4095)
    return reinterpret_cast<void*>(result);
  errno = static_cast<int>(-result);
  return MAP_FAILED;
}

HEDDLE_INTERPOSE void* heddle_mmap64(
    void* address, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
    asm("mmap64") __attribute__((alias("mmap")));

// A block is unmapped as a whole.
HEDDLE_INTERPOSE int munmap(void* address, std::size_t bytes) noexcept {
  if (isSubjects(__builtin_return_address(0))) {
    bool isBlock = isInArena(reinterpret_cast<std::uintptr_t>(address));
    if (!isBlock || arenaSize(address) != wholePages(bytes))
      failUnsupported(heddle::abi::MessageId::Unmodelled, {"munmap()"});
    arenaFree(address, AllocationFamily::Map);
    return 0;
  }
  return systemResult(
      rawSyscall(SYS_munmap, reinterpret_cast<long>(address), static_cast<long>(bytes)));
}
