// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace heddle::runtime {

// Virtual nanoseconds at which an absolute time of `clock` is reached. All clocks share one virtual time; the
// real-time ones are ahead by a constant so that dates look sensible.
std::uint64_t deadlineOf(clockid_t clock, const timespec* when);
std::uint64_t deadlineAfter(const timespec* duration);
timespec virtualNow(clockid_t clock);

// Suspends the current thread until then; does not wake other threads, and nothing wakes it earlier.
void sleepUntil(std::uint64_t deadline);

} // namespace heddle::runtime
