// SPDX-License-Identifier: Apache-2.0
// What a call does in detail: memory that it accesses, locks that it holds at that time, and whether it reaches the
// point of failure of a stack.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "reproduce/followed_stacks.h"
#include "trace/lock_spans.h"

namespace heddle::reproduce {

// [begin, end)
struct MemoryRange {
  std::uintptr_t begin, end;
  bool operator==(const MemoryRange&) const = default;
};

struct DetailedAccess {
  std::uintptr_t address;
  std::uint64_t size;
  bool reads, writes; // freeing a block writes it
  std::uint32_t held; // index into CallDetails::heldSets
  bool early;         // first made before the call reached the point of failure for the last time
};

// Eight bytes, aligned.
struct MemoryWord {
  std::uintptr_t address;
  std::uint64_t value;
};
MemoryWord wordAt(std::uintptr_t address);

// `inner` was taken while `outer` was held.
struct NestedLocks {
  std::uintptr_t outer, inner;
  auto operator<=>(const NestedLocks&) const = default;
};

// Describes one call that ran alone. Its own memory (its stack, blocks it allocates) is left out.
struct CallDetails {
  static constexpr std::size_t kMostAccesses = 4096; // distinct ones

  std::vector<DetailedAccess> accesses; // each address, size and set of locks once
  std::vector<std::vector<trace::HeldSpan>> heldSets = {{}}; // [0]: none
  // Disjoint, by address. What the call destroys is also written: blocks that it frees, pointers that it makes null.
  std::vector<MemoryRange> readEarly, written, destroyed;
  std::vector<MemoryWord>
      leaves; // what it wrote, with the values after the call returned, by address
  std::vector<std::uintptr_t> changed; // of these, those that had another value before; by address
  std::vector<std::uintptr_t> locks;   // held at any access; by address
  std::set<NestedLocks> nested;
  FollowedStacks::AtPoints reaches{}; // by thread of the target
  std::uint64_t coverage = 0;         // hash of the method-call trace
  std::uint64_t effect =
      0; // hash of what it leaves in memory: numbers, and whether pointers are null
  std::size_t sitesAtPoint = 0; // of TargetPlace::sitesAtPoint, those that it executes
  bool isComplete = true;
};

// Describes the call `call` (runtime::Event::call) in a trace of every access (Options::everyAccessIsAPoint).
// `returned`: it has returned, and what it wrote can still be read from memory. Earlier values, and so `changed`, are
// not known.
CallDetails detailsOf(const trace::ExecutionTrace& trace,
                      std::uint32_t call,
                      bool returned,
                      std::vector<TargetPlace>& places);

} // namespace heddle::reproduce
