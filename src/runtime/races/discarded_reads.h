// SPDX-License-Identifier: Apache-2.0
// Lock-free code reads memory ahead of an operation that tells whether the value may be used: the link of a node, say, that
// another thread has taken and fills meanwhile. By the letter such a read races; its value is thrown away when
//   - the compare-exchange that follows fails (no other atomic write in between), or
//   - an atomic that was loaded before is loaded again and has changed.
// Races of such reads are not reported. Where the check passes although the memory was written (the ABA problem), the
// race is real and is reported.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

enum class ReadFate : std::uint8_t { Used, Discarded, Open };

// What became of a read: Open while its thread has made no operation that tells.
ReadFate fateOfRead(ThreadId reader, std::uint32_t step);

// What current has just done. Settles the races that wait for it.
void noteAtomicLoad(std::uintptr_t address, std::uint64_t value);
void noteAtomicWrite();
void noteFailedCompareExchange();

} // namespace heddle::runtime
