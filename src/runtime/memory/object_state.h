// SPDX-License-Identifier: Apache-2.0
// The papers' "serialise the object": a hash of all that is reachable from some roots and from the subject's global
// variables. Heap blocks are renamed in visiting order, so that where they lie does not matter. What is in them is
// taken as it is: equal hashes mean equal states, different ones may still behave the same (spare capacity, padding
// that was copied), which costs the search some pruning and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// `roots` are addresses in the heap, 0 where there is none.
std::uint64_t hashState(const std::uintptr_t* roots, std::size_t count);

} // namespace heddle::runtime
