// SPDX-License-Identifier: Apache-2.0
// Lock-free code reads plain memory ahead of a compare-exchange that tells whether the value may be used: a node of a
// free list, say, that another thread has taken and fills meanwhile. By the letter such a read races; its value is thrown away
// when the compare-exchange fails. So a race of a plain read counts only if the next atomic operation of the reader is
// not a failed compare-exchange. Where it succeeds although the memory was written (the ABA problem), the race is real
// and is reported.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

enum class ReadFate : std::uint8_t { Used, Discarded, Open };

// What became of a plain read: Open while its thread has made no atomic operation since.
ReadFate fateOfRead(ThreadId reader, std::uint32_t step);

// Current has made an atomic operation. Settles the races that wait for it.
void noteAtomicOperation(bool failedCompareExchange);

} // namespace heddle::runtime
