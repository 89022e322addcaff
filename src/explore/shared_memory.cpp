// SPDX-License-Identifier: Apache-2.0
#include "explore/shared_memory.h"

#include <algorithm>

#include "support/hash.h"

namespace heddle::explore {

namespace {

struct Words {
  std::uintptr_t first, last;
};

Words wordsOf(std::uintptr_t address, std::uint64_t size, unsigned most) {
  std::uintptr_t first = address / 8;
  std::uintptr_t last = (address + std::max<std::uint64_t>(size, 1) - 1) / 8;
  return {.first = first, .last = std::min<std::uintptr_t>(last, first + most - 1)};
}

} // namespace

const SharedMemory::Entry* SharedMemory::find(std::uintptr_t word) const {
  std::size_t at = mixBits(word) % kEntries;
  for (std::size_t probe = 0; probe < kMostProbes; ++probe, at = (at + 1) % kEntries)
    if (entries_[at].word == word || entries_[at].word == 0)
      return &entries_[at];
  return nullptr;
}

void SharedMemory::touch(std::uintptr_t address, std::uint64_t size, runtime::ThreadId thread) {
  Words words = wordsOf(address, size, kMostWords);
  for (std::uintptr_t word = words.first; word <= words.last; ++word) {
    auto* entry = const_cast<Entry*>(find(word));
    if (entry == nullptr)
      continue;
    if (entry->word == 0)
      *entry = {.word = word, .thread = thread};
    else if (entry->thread != thread)
      entry->shared = true;
  }
}

bool SharedMemory::isShared(std::uintptr_t address, std::uint64_t size) const {
  Words words = wordsOf(address, size, kMostWords);
  for (std::uintptr_t word = words.first; word <= words.last; ++word) {
    const Entry* entry = find(word);
    if (entry != nullptr && entry->shared)
      return true;
  }
  return false;
}

} // namespace heddle::explore
