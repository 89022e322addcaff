// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "trace/execution_trace.h"
#include "trace/locations.h"

namespace heddle::patterns {

// The patterns that an execution had, by key (pattern_rows.h), each once.
//
// Which accesses count. Of two threads: the last write of a location before an access, and the last read of each thread
// since that write. Of three accesses: one between two accesses of another thread. Of four: two pairs of the first kind
// in opposite directions; only the most recent pairs are combined, because an execution can have millions. Two steps of
// a thread do not count if one of its accesses between them conflicts with the other thread's step on the same location,
// because that access forms a pattern with it (PCR, rule 5).
std::vector<std::uint64_t> patternsOf(const trace::ExecutionTrace& trace,
                                      const trace::Locations& locations);

} // namespace heddle::patterns
