// SPDX-License-Identifier: Apache-2.0
// The papers' "serialise the object": a hash of everything reachable from some roots and from the subject's global
// variables. Heap blocks are renamed in visiting order, so that their addresses do not matter. Their content is
// hashed as it is: equal hashes mean equal states. States with different hashes may still behave the same (spare
// capacity, copied padding), which only costs the search some pruning.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// `roots` are addresses in the heap, or 0.
std::uint64_t hashState(const std::uintptr_t* roots, std::size_t count);

} // namespace heddle::runtime
