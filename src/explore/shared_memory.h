// SPDX-License-Identifier: Apache-2.0
// Which memory do at least two threads touch in one execution? A table of fixed size, filled while the
// execution runs.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::explore {

class SharedMemory {
public:
  SharedMemory() : entries_(kEntries) {}

  void touch(std::uintptr_t address, std::uint64_t size, runtime::ThreadId thread);
  bool isShared(std::uintptr_t address, std::uint64_t size) const;

private:
  // Words of eight bytes; 16 MB cover 8 MB of touched memory, what goes beyond counts as private.
  static constexpr std::size_t kEntries = std::size_t{1} << 20;
  static constexpr std::size_t kMostProbes = 64;
  static constexpr unsigned kMostWords =
      32; // of one access; longer ones are judged by their beginning

  struct Entry {
    std::uintptr_t word = 0; // address / 8; 0: free
    runtime::ThreadId thread = runtime::kNoThread;
    bool shared = false;
  };
  // The entry of a word or the free one where it belongs; null when the table is too full.
  const Entry* find(std::uintptr_t word) const;

  std::vector<Entry> entries_;
};

} // namespace heddle::explore
