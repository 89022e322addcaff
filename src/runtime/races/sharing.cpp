// SPDX-License-Identifier: Apache-2.0
#include "runtime/races/sharing.h"

#include <sys/mman.h>

#include "runtime/races/race_detector.h"

namespace heddle::runtime {

namespace {

// The words that are not 0, so that a test of a class, which touches a few hundred granules, can clear them without
// returning the pages to the kernel: a page fault takes as long as a hundred words. For more words than this, returning
// all pages is cheaper.
constexpr std::size_t kMostTouched = std::size_t{1} << 16;
std::uint32_t* touched[kMostTouched];
std::size_t touchedCount; // may be larger: then not all of them are in the array

void noteTouched(std::uint32_t& word) {
  if (touchedCount < kMostTouched)
    touched[touchedCount] = &word;
  ++touchedCount;
}

} // namespace

std::uint32_t shareGranule(std::uintptr_t address) {
  std::uint32_t& word = sharingOf(address);
  if (word >= kFirstCellWord || word == engine.ownerTag)
    return word;
  if (word == 0)
    noteTouched(word);
  const Options& options = engine.options;
  if (word == 0 && !options.everyAccessIsAPoint)
    return word = engine.ownerTag;
  exec.learnedSharing = exec.learnedSharing || word != 0;
  word = kFirstCellWord + newCell();
  // Without vector clocks it is unknown whether the granule is contended.
  if (options.everyAccessIsAPoint || !options.detectRaces)
    word |= kContended;
  return word;
}

void forgetSharedMemory() {
  if (touchedCount > kMostTouched)
    madvise(reinterpret_cast<void*>(kSharing), kSharingBytes, MADV_DONTNEED);
  else
    for (std::size_t i = 0; i < touchedCount; ++i)
      *touched[i] = 0;
  touchedCount = 0;
}

} // namespace heddle::runtime
