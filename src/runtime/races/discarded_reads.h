// SPDX-License-Identifier: Apache-2.0
// Lock-free code reads memory before an operation that tells whether the value may be used. An example is the link of a
// node that another thread has taken and is filling at the same time. Formally such a read races. Its value is
// discarded if
//   - the compare-exchange that follows fails (no other atomic write in between), or
//   - an atomic that was loaded before is loaded again and has changed.
// Races of such reads are not reported. If the check passes although the memory was written (the ABA problem), the
// race is real and is reported.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

enum class ReadFate : std::uint8_t { Used, Discarded, Open };

// What became of a read: Open while its thread has not made an operation that decides it.
ReadFate fateOfRead(ThreadId reader, std::uint32_t step);

// The current thread has just done this. Settles the races that wait for it.
void noteAtomicLoad(std::uintptr_t address, std::uint64_t value);
void noteAtomicWrite();
void noteFailedCompareExchange();

} // namespace heddle::runtime
