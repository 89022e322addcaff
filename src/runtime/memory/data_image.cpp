// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/data_image.h"

#include <cstring>
#include <sys/mman.h>

#include "runtime/digest.h"
#include "runtime/memory/layout.h"
#include "runtime/system/modules.h"
#include "runtime/system/raw_output.h"

namespace heddle::runtime {

namespace {

void* baseImage;

constexpr unsigned kMaxLibraryPages = 64;
struct LibraryPage {
  std::uintptr_t low, high;
  void* image;
};
LibraryPage watchedPages[kMaxLibraryPages];
unsigned watchedCount;
LibraryPage writtenPages[kMaxLibraryPages];
unsigned writtenCount;

void watchLibraryPages() {
  DataRegion region = standardLibraryData();
  for (std::uintptr_t low = region.low; low < region.high; low = (low | (kPage - 1)) + 1) {
    std::uintptr_t end = (low | (kPage - 1)) + 1;
    HEDDLE_RT_CHECK(watchedCount < kMaxLibraryPages);
    LibraryPage& page = watchedPages[watchedCount++];
    page = {low, end < region.high ? end : region.high, mapAnonymous(kPage)};
    std::memcpy(page.image, reinterpret_cast<void*>(page.low), page.high - page.low);
    mprotect(reinterpret_cast<void*>(page.low & ~(kPage - 1)), kPage, PROT_READ);
  }
}

// Calls visit(low, bytes) for each part of an image, in order.
template <typename Visit>
void forEachPart(unsigned libraryPages, Visit visit) {
  std::size_t count;
  const DataRegion* regions = dataRegions(&count);
  for (std::size_t i = 0; i < count; ++i)
    visit(reinterpret_cast<void*>(regions[i].low), regions[i].high - regions[i].low);
  for (unsigned i = 0; i < libraryPages; ++i)
    visit(reinterpret_cast<void*>(writtenPages[i].low), writtenPages[i].high - writtenPages[i].low);
}

} // namespace

void keepDataAsBase() {
  baseImage = mapAnonymous(dataImageBytes(0));
  writeDataImage(baseImage, 0);
  watchLibraryPages();
}

void restoreBaseData() {
  readDataImage(baseImage, 0);
}

unsigned writtenLibraryPages() {
  return writtenCount;
}

std::size_t dataImageBytes(unsigned libraryPages) {
  std::size_t total = 0;
  forEachPart(libraryPages, [&](void*, std::size_t bytes) { total += bytes; });
  return total;
}

void writeDataImage(void* to, unsigned libraryPages) {
  auto* out = static_cast<char*>(to);
  forEachPart(libraryPages, [&](void* low, std::size_t bytes) {
    std::memcpy(out, low, bytes);
    out += bytes;
  });
}

void readDataImage(const void* from, unsigned libraryPages) {
  const auto* in = static_cast<const char*>(from);
  forEachPart(libraryPages, [&](void* low, std::size_t bytes) {
    std::memcpy(low, in, bytes);
    in += bytes;
  });
  for (unsigned i = libraryPages; i < writtenCount; ++i)
    std::memcpy(reinterpret_cast<void*>(writtenPages[i].low),
                writtenPages[i].image,
                writtenPages[i].high - writtenPages[i].low);
}

void addData(Digest& digest) {
  forEachPart(writtenCount, [&](void* low, std::size_t bytes) { digest.add(low, bytes); });
}

bool noteLibraryWrite(std::uintptr_t address) {
  for (unsigned i = 0; i < watchedCount; ++i) {
    LibraryPage page = watchedPages[i];
    if (address < (page.low & ~(kPage - 1)) || address >= page.high)
      continue;
    mprotect(reinterpret_cast<void*>(page.low & ~(kPage - 1)), kPage, PROT_READ | PROT_WRITE);
    writtenPages[writtenCount++] = page;
    watchedPages[i] = watchedPages[--watchedCount];
    return true;
  }
  return false;
}

} // namespace heddle::runtime
