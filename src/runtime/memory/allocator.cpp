// SPDX-License-Identifier: Apache-2.0
// malloc, free, new, delete. The address of the caller decides which heap serves an allocation: libc, the
// dynamic linker and the engine use the system heap, because their data is not restored between executions;
// all others (the subject, libstdc++, other libraries) use the arena.
#include "runtime/memory/allocator.h"

#include <cerrno>
#include <cstring>
#include <new>

#include "runtime/failure.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/system_heap.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

bool usesArena(const void* caller) {
  if (isSystemCode(caller))
    return false;
  if (worldIsReady())
    return engine.inSubject;
  // A library's constructor: part of the base state. Only libstdc++'s emergency pool (72 KB, used if memory runs
  // out while throwing) is not worth restoring.
  return !isStandardLibraryCode(caller);
}

void* allocate(std::size_t bytes,
               std::size_t alignment,
               const void* caller,
               AllocationFamily family) {
  void* memory = usesArena(caller) ? arenaAllocate(bytes, alignment, family)
                                   : systemAllocate(bytes, alignment);
  if (memory == nullptr)
    errno = ENOMEM;
  return memory;
}

void deallocate(void* pointer, AllocationFamily family) {
  if (pointer == nullptr)
    return;
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (isInSystemHeap(pointer))
    return systemFree(pointer);
  if (isInArena(address)) {
    if (engine.inSubject || !worldIsReady())
      arenaFree(pointer, family);
    return;
  }
  if (engine.inSubject)
    failAt(FailureKind::BadFree, address, MessageId::FreeOfOtherMemory);
}

std::size_t sizeOf(const void* pointer) {
  return isInSystemHeap(pointer) ? systemSize(pointer) : arenaSize(pointer);
}

void* reallocate(void* pointer, std::size_t bytes, const void* caller) {
  if (pointer == nullptr)
    return allocate(bytes, 16, caller, AllocationFamily::Malloc);
  if (bytes == 0) {
    deallocate(pointer, AllocationFamily::Malloc);
    return nullptr;
  }
  void* larger = allocate(bytes, 16, caller, AllocationFamily::Malloc);
  if (larger == nullptr)
    return nullptr;
  std::size_t old = sizeOf(pointer);
  std::memcpy(larger, pointer, old < bytes ? old : bytes);
  deallocate(pointer, AllocationFamily::Malloc);
  return larger;
}

void* allocateOrThrow(std::size_t bytes,
                      std::size_t alignment,
                      const void* caller,
                      AllocationFamily family) {
  void* memory = allocate(bytes, alignment, caller, family);
  if (memory == nullptr)
    throwBadAlloc();
  return memory;
}

} // namespace

void* allocateForSubject(std::size_t bytes) {
  return engine.inSubject ? arenaAllocate(bytes, 16, AllocationFamily::Malloc)
                          : systemAllocate(bytes, 16);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

#define HEDDLE_CALLER __builtin_return_address(0)
#define HEDDLE_EXPORT __attribute__((visibility("default")))

HEDDLE_INTERPOSE void* malloc(std::size_t bytes) noexcept {
  return allocate(bytes, 16, HEDDLE_CALLER, AllocationFamily::Malloc);
}

HEDDLE_INTERPOSE void free(void* pointer) noexcept {
  deallocate(pointer, AllocationFamily::Malloc);
}

HEDDLE_INTERPOSE void* calloc(std::size_t count, std::size_t size) noexcept {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = allocate(bytes, 16, HEDDLE_CALLER, AllocationFamily::Malloc);
  if (memory != nullptr)
    std::memset(memory, 0, bytes);
  return memory;
}

HEDDLE_INTERPOSE void* realloc(void* pointer, std::size_t bytes) noexcept {
  return reallocate(pointer, bytes, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void* reallocarray(void* pointer, std::size_t count, std::size_t size) noexcept {
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(pointer, bytes, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, HEDDLE_CALLER, AllocationFamily::Malloc);
}

HEDDLE_INTERPOSE void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment, HEDDLE_CALLER, AllocationFamily::Malloc);
}

HEDDLE_INTERPOSE void* valloc(std::size_t bytes) noexcept {
  return allocate(bytes, kPage, HEDDLE_CALLER, AllocationFamily::Malloc);
}

HEDDLE_INTERPOSE int
posix_memalign(void** result, std::size_t alignment, std::size_t bytes) noexcept {
  *result = allocate(bytes, alignment, HEDDLE_CALLER, AllocationFamily::Malloc);
  return *result == nullptr ? ENOMEM : 0;
}

HEDDLE_INTERPOSE std::size_t malloc_usable_size(void* pointer) noexcept {
  return pointer == nullptr ? 0 : sizeOf(pointer);
}

HEDDLE_EXPORT void* operator new(std::size_t bytes) {
  return allocateOrThrow(bytes, 16, HEDDLE_CALLER, AllocationFamily::New);
}
HEDDLE_EXPORT void* operator new[](std::size_t bytes) {
  return allocateOrThrow(bytes, 16, HEDDLE_CALLER, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, 16, HEDDLE_CALLER, AllocationFamily::New);
}
HEDDLE_EXPORT void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, 16, HEDDLE_CALLER, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(
      bytes, static_cast<std::size_t>(alignment), HEDDLE_CALLER, AllocationFamily::New);
}
HEDDLE_EXPORT void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(
      bytes, static_cast<std::size_t>(alignment), HEDDLE_CALLER, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void*
operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment), HEDDLE_CALLER, AllocationFamily::New);
}
HEDDLE_EXPORT void*
operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(
      bytes, static_cast<std::size_t>(alignment), HEDDLE_CALLER, AllocationFamily::NewArray);
}

HEDDLE_EXPORT void operator delete(void* p) noexcept {
  deallocate(p, AllocationFamily::New);
}
HEDDLE_EXPORT void operator delete[](void* p) noexcept {
  deallocate(p, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void operator delete(void* p, std::size_t) noexcept {
  deallocate(p, AllocationFamily::New);
}
HEDDLE_EXPORT void operator delete[](void* p, std::size_t) noexcept {
  deallocate(p, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void operator delete(void* p, const std::nothrow_t&) noexcept {
  deallocate(p, AllocationFamily::New);
}
HEDDLE_EXPORT void operator delete[](void* p, const std::nothrow_t&) noexcept {
  deallocate(p, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void operator delete(void* p, std::align_val_t) noexcept {
  deallocate(p, AllocationFamily::New);
}
HEDDLE_EXPORT void operator delete[](void* p, std::align_val_t) noexcept {
  deallocate(p, AllocationFamily::NewArray);
}
HEDDLE_EXPORT void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  deallocate(p, AllocationFamily::New);
}
HEDDLE_EXPORT void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  deallocate(p, AllocationFamily::NewArray);
}
