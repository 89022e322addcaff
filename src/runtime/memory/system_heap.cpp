// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/system_heap.h"

#include "runtime/memory/layout.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kHeader = 16;
constexpr unsigned kClasses = 40;

// Before each block: its size class and where its memory starts (an aligned block starts later).
struct Header {
  std::uint64_t sizeClass;
  std::uintptr_t start;
};
static_assert(sizeof(Header) == kHeader);

std::uintptr_t unused = kSystemHeap;
void* freeLists[kClasses];

Header* headerOf(const void* block) {
  return reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - kHeader);
}

unsigned classOf(std::size_t bytes) {
  return bytes <= 32 ? 5 : static_cast<unsigned>(64 - __builtin_clzll(bytes - 1));
}

} // namespace

void* systemAllocate(std::size_t bytes, std::size_t alignment) {
  reserveMemory();
  std::size_t slack = alignment > 16 ? alignment : 0;
  if (bytes > kSystemHeapBytes / 4)
    return nullptr;
  unsigned sizeClass = classOf(bytes + kHeader + slack);
  std::uintptr_t start;
  if (freeLists[sizeClass] != nullptr) {
    start = reinterpret_cast<std::uintptr_t>(freeLists[sizeClass]);
    freeLists[sizeClass] = *static_cast<void**>(freeLists[sizeClass]);
  } else {
    start = unused;
    unused += std::size_t{1} << sizeClass;
    HEDDLE_RT_CHECK(unused <= kSystemHeap + kSystemHeapBytes);
  }
  std::uintptr_t block = roundUp(start + kHeader, alignment < 16 ? 16 : alignment);
  *headerOf(reinterpret_cast<void*>(block)) = {sizeClass, start};
  return reinterpret_cast<void*>(block);
}

void systemFree(void* block) {
  Header header = *headerOf(block);
  auto* start = reinterpret_cast<void**>(header.start);
  *start = freeLists[header.sizeClass];
  freeLists[header.sizeClass] = start;
}

std::size_t systemSize(const void* block) {
  const Header& header = *headerOf(block);
  return header.start + (std::size_t{1} << header.sizeClass) -
         reinterpret_cast<std::uintptr_t>(block);
}

bool isInSystemHeap(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - kSystemHeap < kSystemHeapBytes;
}

} // namespace heddle::runtime
