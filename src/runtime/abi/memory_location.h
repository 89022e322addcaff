// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace heddle::abi {

enum class Region : std::uint8_t { Null, Heap, Stack, ThreadLocal, Global, Thread, Library };

// Where an address lies, without the address: the same in every process.
struct MemoryLocation {
  Region region = Region::Null;
  std::uint32_t number = 0; // Heap: the block, 0 when none is near; Stack, ThreadLocal: the thread
  std::int64_t offset = 0;  // in the block; below the top of the stack; in the subject's image
  auto operator<=>(const MemoryLocation&) const = default;
};

} // namespace heddle::abi
